/** A path or fragment without percent encoding; as it is where it is not properly encoded. */
export const percentDecoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
