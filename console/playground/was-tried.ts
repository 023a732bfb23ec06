const key = 'docent-console-was-tried';

/** True when somebody has asked a question in this browser's playground and got an answer. */
export const wasTried = (): boolean => localStorage.getItem(key) === 'yes';

export const noteTried = (): void => localStorage.setItem(key, 'yes');
