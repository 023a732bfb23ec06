type Texts = Readonly<
  Record<
    | 'kind'
    | 'address'
    | 'model'
    | 'key'
    | 'keyVariable'
    | 'dimensions'
    | 'queryPrefix'
    | 'passagePrefix'
    | 'fallback'
    | 'price'
    | 'priceIn'
    | 'priceOut'
    | 'pricePicture'
    | 'currency',
    string
  >
>;

/** What the dialog calls the fields of a model, where somebody else has saved them meanwhile. */
export const modelNames = (t: Texts): Readonly<Record<string, string>> => ({
  kind: t.kind,
  baseUrl: t.address,
  model: t.model,
  key: t.key,
  keyVariable: t.keyVariable,
  dimensions: t.dimensions,
  queryPrefix: t.queryPrefix,
  passagePrefix: t.passagePrefix,
  fallback: t.fallback,
  price: t.price,
  promptPerMillion: t.priceIn,
  completionPerMillion: t.priceOut,
  perImage: t.pricePicture,
  currency: t.currency,
});
