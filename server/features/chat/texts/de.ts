import type { AnswerTexts } from './answer-texts.ts';

export const de: AnswerTexts = {
  quotedFrom: 'Aus {place}:',
  close: 'Eine direkte Antwort wurde nicht gefunden; diese Stellen kommen ihr am nächsten.',
  notCovered: 'Die Artikel dieser Website beantworten diese Frage nicht.',
  leftOut:
    'Was das Sprachmodell geschrieben hat, ließ sich durch die Artikel dieser Website nicht bestätigen und ist weggelassen.',
  notOnSite: 'Auf dieser Website nicht gefunden',
  unconfirmed: 'Die Artikel dieser Website bestätigen diese Antwort nicht.',
  foreignCode: 'Dieser Code stammt nicht aus den Artikeln dieser Website.',
  otherLanguage:
    'Zu dieser Frage wurde nichts gefunden. Sprache der Artikel auf dieser Website: {language}. Wer so fragt, findet vielleicht mehr.',
  greeting: 'Hallo! Ich beantworte Fragen zu {site} aus den Artikeln. Was möchten Sie wissen?',
  thanks: 'Gern geschehen! Fragen Sie einfach, wenn Sie noch etwas wissen möchten.',
  goodbye: 'Auf Wiedersehen! Kommen Sie gern mit der nächsten Frage wieder.',
  about:
    'Ich bin der Assistent von {site}. Ich antworte aus den hier veröffentlichten Artikeln und zeige, woher jede Antwort stammt.',
  help: 'Fragen Sie alles, was die Artikel von {site} beantworten können, als Satz oder mit ein paar Stichwörtern. Ich zeige die Stelle und verlinke die Seite. Wenn nichts passt, sage ich das.',
  site: '{site} hat {count} Artikel, darunter {articles}. Was möchten Sie wissen?',
  contact: 'So erreichen Sie die Menschen hinter {site}: {contact}',
  contactLabel: 'Kontakt',
  noContact:
    'Ich bin ein automatischer Assistent und kann Sie nicht mit einem Menschen verbinden. Diese Website nennt keinen Kontakt.',
  listComma: ', ',
  thisSite: 'dieser Website',
  askAbout: 'Erzähl mir mehr über „{heading}“',
  failures: {
    slow: 'Die Antwort hat zu lange gedauert. Bitte versuchen Sie es noch einmal.',
    busy: 'Der Assistent ist gerade ausgelastet. Bitte versuchen Sie es gleich noch einmal.',
    setUp:
      'Der Assistent ist nicht richtig eingerichtet. Bitte sagen Sie den Betreibern der Website Bescheid.',
    refused:
      'Diese Frage konnte nicht beantwortet werden. Bitte formulieren Sie sie anders oder sagen Sie den Betreibern der Website Bescheid.',
    unavailable: 'Der Assistent ist gerade nicht verfügbar. Bitte versuchen Sie es später noch einmal.',
    brokeOff: 'Die Antwort brach hier ab. Bitte versuchen Sie es noch einmal.',
    searchUnavailable: 'Die KI-Suche ist gerade nicht verfügbar. Bitte versuchen Sie es später noch einmal.',
    restarting:
      'Der Dienst startet neu, deshalb ist diese Antwort unvollständig. Bitte fragen Sie gleich noch einmal.',
    hourly:
      'Das stündliche Fragelimit ist erreicht. Bitte versuchen Sie es in etwa {minutes} Min. noch einmal.',
    daily:
      'Das heutige Fragelimit für dieses Netzwerk ist erreicht. Bitte kommen Sie morgen wieder, oder bitten Sie die Betreiber der Website, es zu erhöhen.',
    quota: 'Das heutige KI-Kontingent dieser Website ist aufgebraucht. Bitte kommen Sie morgen wieder.',
    closed: 'Der Chat dieser Website ist geschlossen.',
  },
};
