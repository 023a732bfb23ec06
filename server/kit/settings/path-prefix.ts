/** A path that may stand before those of the service, such as `/docent`. */
export const prefixPattern = /^(?:\/[a-z\d][\w.~-]*){1,10}$/i;
