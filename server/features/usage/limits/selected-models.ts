import type { Config } from '../../config/config.ts';

/** Models selected in the configuration, for the page of limits; `''` for the default of a kind. */
export async function selectedModels(config: Pick<Config, 'read'>) {
  const models = await config.read('models');
  const { writingModel } = await config.read('writing');
  return {
    chatModel: models.aiFoundationChatModelName,
    embeddingModel: models.aiFoundationEmbeddingModelName,
    rerankModel: models.aiFoundationRerankModelName,
    queryRewriteModel: models.aiFoundationQueryRewriteModelName || models.aiFoundationChatModelName,
    writingModel,
    rerankEnabled: models.rerankEnabled,
    queryRewriteEnabled: models.queryRewriteEnabled,
  };
}
