const key = 'docent-console-was-tried';

/** True when a question was answered in this browser's playground. */
export const wasTried = (): boolean => localStorage.getItem(key) === 'yes';

export const noteTried = (): void => localStorage.setItem(key, 'yes');
