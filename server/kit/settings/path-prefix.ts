/** A path prefix below which the service may be mounted, such as `/docent`. */
export const prefixPattern = /^(?:\/[a-z\d][\w.~-]*){1,10}$/i;
