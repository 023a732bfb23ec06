import { escapeHtml } from '../../../../../markup/html.ts';
import { allOf, lengthOf, textOf, type DomElement } from '../dom.ts';

/** Moves the caption of each tab above its panel, since a row of captions is meaningless without the panels. */
export const captionTabs = (root: DomElement): void => {
  for (const list of allOf(root, '[role="tablist"]')) {
    const named = allOf(list, '[role="tab"]');
    const tabs = named.length > 0 ? named : allOf(list, 'a[href^="#"]');
    captionPanels(list, tabs, panelsOf(list, tabs, root));
  }
  for (const label of allOf(root, 'label[for]:first-of-type')) {
    const row = label.parentElement;
    if (row && isRadio(label, root)) captionByLabels(row);
  }
};

/** Tabs without scripts are radio buttons; their panels are between the captions, or in the box after them. */
const captionByLabels = (row: DomElement): void => {
  const labels = Array.from(row.children).filter(({ tagName }) => tagName === 'LABEL');
  const others = Array.from(row.children).filter(({ tagName }) => !/^(?:LABEL|INPUT)$/.test(tagName));
  // A sentence that contains choices is not a row of captions.
  if (lengthOf(row) !== [...labels, ...others].reduce((sum, part) => sum + lengthOf(part), 0)) return;
  if (others.length === 0) return captionPanels(row, labels, panelsBeside(row));
  if (others.length !== labels.length) return;
  for (const [index, panel] of others.entries()) captionPanel(panel, textOf(labels[index]));
  for (const label of labels) label.remove();
};

const captionPanels = (row: DomElement, tabs: readonly DomElement[], panels: readonly DomElement[]): void => {
  if (tabs.length === 0 || panels.length !== tabs.length || panels.some((panel) => row.contains(panel)))
    return;
  for (const [index, panel] of panels.entries()) captionPanel(panel, textOf(tabs[index]));
  row.remove();
};

const captionPanel = (panel: DomElement, caption: string): void => {
  panel.removeAttribute('hidden');
  panel.removeAttribute('aria-hidden');
  const opening = textOf(panel.querySelector('h1, h2, h3, h4, h5, h6'));
  if (caption !== '' && opening !== caption)
    panel.innerHTML = `<p><strong>${escapeHtml(caption)}:</strong></p>${panel.innerHTML}`;
};

/** Panels linked to the tabs by WAI-ARIA, otherwise those next to the list when their number matches. */
const panelsOf = (list: DomElement, tabs: readonly DomElement[], root: DomElement): DomElement[] => {
  const tied = tabs.flatMap((tab) => {
    const [controls, id] = [tab.getAttribute('aria-controls') ?? '', tab.getAttribute('id') ?? ''];
    const target = tab.getAttribute('href')?.replace(/^#/, '') ?? '';
    const panel = allOf(root, '[role="tabpanel"]').find(
      (one) =>
        (target !== '' && one.getAttribute('id') === target) ||
        (controls !== '' && one.getAttribute('id') === controls) ||
        (id !== '' && one.getAttribute('aria-labelledby') === id),
    );
    return panel ? [panel] : [];
  });
  if (tied.length === tabs.length) return tied;
  for (let box = list.parentElement, up = 0; box !== null && up < 3; box = box.parentElement, up++) {
    const panels = allOf(box, '[role="tabpanel"]');
    const outer = panels.filter((panel) => !panels.some((other) => other !== panel && other.contains(panel)));
    if (outer.length > 0) return outer;
  }
  return [];
};

/** The children of the box after a row of captions. */
const panelsBeside = (row: DomElement): DomElement[] => {
  const siblings = row.parentElement ? Array.from(row.parentElement.children) : [];
  const box = siblings[siblings.indexOf(row) + 1];
  return box ? Array.from(box.children) : [];
};

const isRadio = (label: DomElement, root: DomElement): boolean => {
  const id = label.getAttribute('for');
  return allOf(root, 'input[type="radio"]').some((input) => input.getAttribute('id') === id);
};
