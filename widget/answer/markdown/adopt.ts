/**
 * Updates `old` to the content of `fresh` and keeps equal nodes: the browser lays out only new content, and selection
 * and focus stay. Custom elements are not changed.
 */
export function adopt(old: Element, fresh: Element): void {
  const ours = [...old.childNodes];
  const theirs = [...fresh.childNodes];
  for (const [n, node] of theirs.entries()) {
    const present = ours[n];
    if (!present) old.append(node);
    else if (!present.isEqualNode(node)) update(present, node);
  }
  for (const node of ours.slice(theirs.length)) node.remove();
}

function update(present: ChildNode, node: ChildNode): void {
  if (present instanceof Text && node instanceof Text) present.data = node.data;
  else if (!(present instanceof Element) || !(node instanceof Element) || !isAlike(present, node))
    present.replaceWith(node);
  else if (!present.localName.includes('-')) adopt(present, node);
}

/** True when two elements differ at most in their content. */
const isAlike = (one: Element, other: Element) => one.cloneNode(false).isEqualNode(other.cloneNode(false));
