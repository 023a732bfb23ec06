import type { Ref } from 'vue';
import { config } from '../../../contract/config/config.ts';
import { call } from '../../api/call.ts';
import { formatNumber, sentences } from '../../text/format.ts';
import { useTexts } from '../../text/language.ts';
import { problemOf } from '../../ui/forms/field-kind.ts';
import { pageTexts } from './texts.ts';

/** Result of the test of a model. */
export interface TestResult {
  readonly said: string;
  /** The model answers, but not as its settings want it. */
  readonly isUnfit?: boolean;
}

/** One call to the model of each use that is chosen on the page, `''` for the default, with what its reply says. */
export function useModelTests(
  chosen: Readonly<Record<'chat' | 'embedding' | 'rerank' | 'rewrite', Ref<string>>>,
  dimensionsWanted: () => number,
) {
  const t = useTexts(pageTexts);
  return {
    async chat() {
      const model = chosen.chat.value;
      const reply = await call(config, 'testModel', { body: { model } });
      return told(reply, model, reply.reply);
    },
    async embedding() {
      const model = chosen.embedding.value;
      const reply = await call(config, 'testEmbedding', { body: { model, dimensions: dimensionsWanted() } });
      const { dimensions, requestedDimensions, dimensionsFrom } = reply;
      const isUnfit = dimensions !== requestedDimensions;
      // The models file can name a size that the page cannot.
      const isSetHere =
        dimensionsFrom === undefined && problemOf('models', 'embeddingDimensions', dimensions) === '';
      const size = isUnfit
        ? t.value.otherDimensions(dimensions, requestedDimensions, isSetHere)
        : sentences(t.value.dimensionsAre(dimensions), dimensionsFrom ? `(${t.value.fromFile})` : '');
      return { ...told(reply, model, size), isUnfit };
    },
    async rerank() {
      const model = chosen.rerank.value;
      const reply = await call(config, 'testRerank', { body: { model } });
      return told(reply, model, t.value.score(formatNumber(reply.relevanceScore, 3)));
    },
    async rewrite() {
      const model = chosen.rewrite.value || chosen.chat.value;
      const reply = await call(config, 'testQueryRewrite', { body: { model } });
      return told(reply, model, reply.reply);
    },
  };
}

/** The model that answered, when the default was used, and its reply. */
const told = (
  { modelInUse = '' }: { modelInUse?: string | undefined },
  model: string,
  said: string,
): TestResult => ({ said: model === '' && modelInUse !== '' ? `${modelInUse} · ${said}` : said });
