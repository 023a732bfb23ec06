/** Distance from the window and from the edges of the screen, in CSS pixels. */
const gap = 10;

/**
 * While the chat window is open, moves the pet beside it, or onto its upper edge; hides it when there is no room.
 * Positions are those of the layout, which transforms do not change.
 */
export function placeBeside(button: HTMLElement, dialog: HTMLDialogElement | undefined): void {
  const isOpen = dialog?.open === true;
  const room = isOpen ? roomBeside(button, dialog) : undefined;
  button.toggleAttribute('data-beside', isOpen);
  button.toggleAttribute('data-away', isOpen && !room);
  button.style.setProperty('--pet-x', `${room?.x ?? 0}px`);
  button.style.setProperty('--pet-y', `${room?.y ?? 0}px`);
}

function roomBeside(pet: HTMLElement, dialog: HTMLDialogElement) {
  if (dialog.matches(':modal')) return undefined;
  const [left, top, right] = [dialog.offsetLeft, dialog.offsetTop, dialog.offsetLeft + dialog.offsetWidth];
  const { offsetWidth: width, offsetHeight: height } = pet;
  const x = dialog.dataset.side === 'left' ? right + gap : left - gap - width;
  if (x >= gap && x + width <= innerWidth - gap)
    return { x: x - pet.offsetLeft, y: top + dialog.offsetHeight - height - pet.offsetTop };
  const y = top - height;
  return y >= gap ? { x: right - width - 3 * gap - pet.offsetLeft, y: y - pet.offsetTop } : undefined;
}
