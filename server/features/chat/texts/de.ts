import type { AnswerTexts } from './answer-texts.ts';

export const de: AnswerTexts = {
  quotedFrom: 'Aus {place}:',
  close: 'Eine direkte Antwort wurde nicht gefunden; diese Stellen kommen ihr am nächsten.',
  notCovered: 'Die Artikel dieser Website beantworten diese Frage nicht.',
  otherLanguage:
    'Die Artikel dieser Website sind in einer anderen Sprache als die Frage ({language}), und ich finde sie nur über ihre eigenen Wörter. Bitte in der Sprache der Website fragen.',
  greeting: 'Hallo! Ich beantworte Fragen zu {site} aus den Artikeln. Was möchten Sie wissen?',
  thanks: 'Gern geschehen! Fragen Sie einfach, wenn Sie noch etwas wissen möchten.',
  goodbye: 'Auf Wiedersehen! Kommen Sie gern mit der nächsten Frage wieder.',
  about:
    'Ich bin der Assistent von {site}. Ich antworte aus den hier veröffentlichten Artikeln und zeige, woher jede Antwort stammt.',
  help: 'Fragen Sie alles, was die Artikel von {site} beantworten können, als Satz oder mit ein paar Stichwörtern. Ich zeige die Stelle und verlinke die Seite. Wenn nichts passt, sage ich das.',
  thisSite: 'dieser Website',
  askAbout: 'Erzähl mir mehr über „{heading}“',
};
