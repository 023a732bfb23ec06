/** Names of the items of task lists and of their boxes, in classes and in `data-type`. */
export const taskName = /task/i;

/** The state of a task as Markdown writes it. */
export const taskMark = (isDone: boolean): string => (isDone ? '[x] ' : '[ ] ');
