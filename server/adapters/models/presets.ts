/** A known provider: its address, and models to start with. */
export interface Preset {
  readonly id: string;
  readonly title: string;
  readonly baseUrl: string;
  /** The usual name of its key; absent where none is needed. */
  readonly keyName?: string;
  /** Models suggested first, if the provider's own list has them. */
  readonly chat: readonly string[];
  readonly embedding?: { readonly model: string; readonly dimensions: number };
}

/** All of them have an OpenAI-compatible API at their address. Any other address works the same way. */
export const presets: readonly Preset[] = [
  {
    id: 'openai',
    title: 'OpenAI',
    baseUrl: 'https://api.openai.com/v1',
    keyName: 'OPENAI_API_KEY',
    chat: ['gpt-5-mini', 'gpt-4.1-mini'],
    embedding: { model: 'text-embedding-3-small', dimensions: 1536 },
  },
  {
    id: 'anthropic',
    title: 'Anthropic (OpenAI-compatible endpoint)',
    baseUrl: 'https://api.anthropic.com/v1',
    keyName: 'ANTHROPIC_API_KEY',
    chat: ['claude-haiku-4-5', 'claude-sonnet-5-5'],
  },
  {
    id: 'gemini',
    title: 'Google Gemini (OpenAI-compatible endpoint)',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
    keyName: 'GEMINI_API_KEY',
    chat: ['gemini-2.5-flash', 'gemini-2.5-pro'],
    embedding: { model: 'gemini-embedding-001', dimensions: 3072 },
  },
  {
    id: 'deepseek',
    title: 'DeepSeek',
    baseUrl: 'https://api.deepseek.com/v1',
    keyName: 'DEEPSEEK_API_KEY',
    chat: ['deepseek-chat'],
  },
  {
    id: 'qwen',
    title: 'Qwen 通义千问 (Alibaba Cloud Model Studio)',
    baseUrl: 'https://dashscope.aliyuncs.com/compatible-mode/v1',
    keyName: 'DASHSCOPE_API_KEY',
    chat: ['qwen-plus', 'qwen-flash'],
    embedding: { model: 'text-embedding-v4', dimensions: 1024 },
  },
  {
    id: 'zhipu',
    title: 'Zhipu 智谱',
    baseUrl: 'https://open.bigmodel.cn/api/paas/v4',
    keyName: 'ZHIPU_API_KEY',
    chat: ['glm-4.5-air', 'glm-4.6'],
    embedding: { model: 'embedding-3', dimensions: 2048 },
  },
  {
    id: 'moonshot',
    title: 'Moonshot Kimi 月之暗面',
    baseUrl: 'https://api.moonshot.cn/v1',
    keyName: 'MOONSHOT_API_KEY',
    chat: ['kimi-k2-turbo-preview', 'moonshot-v1-8k'],
  },
  {
    id: 'siliconflow',
    title: 'SiliconFlow 硅基流动',
    baseUrl: 'https://api.siliconflow.cn/v1',
    keyName: 'SILICONFLOW_API_KEY',
    chat: ['deepseek-ai/DeepSeek-V3', 'Qwen/Qwen3-8B'],
    embedding: { model: 'BAAI/bge-m3', dimensions: 1024 },
  },
  {
    id: 'openrouter',
    title: 'OpenRouter',
    baseUrl: 'https://openrouter.ai/api/v1',
    keyName: 'OPENROUTER_API_KEY',
    chat: ['openai/gpt-5-mini', 'deepseek/deepseek-chat'],
  },
  {
    id: 'mistral',
    title: 'Mistral',
    baseUrl: 'https://api.mistral.ai/v1',
    keyName: 'MISTRAL_API_KEY',
    chat: ['mistral-small-latest', 'mistral-large-latest'],
    embedding: { model: 'mistral-embed', dimensions: 1024 },
  },
  {
    id: 'groq',
    title: 'Groq',
    baseUrl: 'https://api.groq.com/openai/v1',
    keyName: 'GROQ_API_KEY',
    chat: ['llama-3.3-70b-versatile'],
  },
  {
    id: 'ollama',
    title: 'Ollama on this machine',
    baseUrl: 'http://127.0.0.1:11434/v1',
    chat: ['qwen3:8b'],
    embedding: { model: 'bge-m3', dimensions: 1024 },
  },
  { id: 'lmstudio', title: 'LM Studio on this machine', baseUrl: 'http://127.0.0.1:1234/v1', chat: [] },
  { id: 'vllm', title: 'vLLM on this machine', baseUrl: 'http://127.0.0.1:8000/v1', chat: [] },
];
