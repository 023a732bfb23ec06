/**
 * Says to assistive technology what the library's selects are, since it gives them no roles: the field is a combobox
 * with the name of its field, its menu a list with options, and the option that Enter takes is the active one. Follows
 * the page until `signal` ends it.
 */
export function giveSelectsRoles(signal: AbortSignal): void {
  let made = 0;
  const newId = () => `choice-${++made}`;
  const update = () => {
    for (const field of document.querySelectorAll<HTMLElement>('.n-base-selection')) describeField(field);
    const field = document.querySelector<HTMLElement>('.n-base-selection--active');
    const menu = [...document.querySelectorAll<HTMLElement>('.n-base-select-menu')].at(-1);
    if (field && menu) describeMenu(field, menu, newId);
  };
  let isDue = false;
  const observer = new MutationObserver(() => {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(() => {
      isDue = false;
      update();
    });
  });
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['class', 'aria-label'],
  });
  signal.addEventListener('abort', () => observer.disconnect());
  update();
}

/** The part of a select that takes the focus. */
const boxOf = (field: HTMLElement) =>
  field.querySelector<HTMLElement>('input') ?? field.querySelector<HTMLElement>('[tabindex]');

function describeField(field: HTMLElement): void {
  const box = boxOf(field);
  if (!box) return;
  const isOpen = field.classList.contains('n-base-selection--active');
  set(box, 'role', 'combobox');
  set(box, 'aria-haspopup', 'listbox');
  set(box, 'aria-expanded', String(isOpen));
  set(box, 'aria-label', nameOf(field));
  if (isOpen) return;
  box.removeAttribute('aria-controls');
  box.removeAttribute('aria-activedescendant');
}

/** The name that the page gave the select, the label of its form item, or what is chosen, such as “20 / page”. */
const nameOf = (field: HTMLElement): string =>
  field.querySelector('input[aria-label]')?.getAttribute('aria-label') ??
  field.closest('.n-select')?.getAttribute('aria-label') ??
  field.closest('.n-form-item')?.querySelector('.n-form-item-label')?.textContent.trim() ??
  field.textContent.trim();

function describeMenu(field: HTMLElement, menu: HTMLElement, newId: () => string): void {
  const box = boxOf(field);
  const options = [...menu.querySelectorAll<HTMLElement>('.n-base-select-option')];
  const [first] = options;
  const list = first?.closest<HTMLElement>('.v-vl, .n-scrollbar-container');
  if (!box || !list) return;
  set(list, 'role', 'listbox');
  set(list, 'aria-label', nameOf(field));
  for (const option of options) {
    if (option.id === '') option.id = newId();
    set(option, 'role', 'option');
    set(option, 'aria-selected', String(option.classList.contains('n-base-select-option--selected')));
  }
  for (const title of menu.querySelectorAll('.n-base-select-group-header'))
    set(title, 'role', 'presentation');
  if (list.id === '') list.id = newId();
  set(box, 'aria-controls', list.id);
  const active = menu.querySelector('.n-base-select-option--pending');
  if (active) set(box, 'aria-activedescendant', active.id);
}

/** Writes only what changes, so that the observer comes to rest. */
function set(element: Element, name: string, value: string): void {
  if (value !== '' && element.getAttribute(name) !== value) element.setAttribute(name, value);
}
