import type { AnswerTexts } from './answer-texts.ts';

export const es: AnswerTexts = {
  quotedFrom: 'De {place}:',
  close: 'No se encontró una respuesta directa; estos pasajes son los más cercanos.',
  notCovered: 'Los artículos de este sitio no responden a esta pregunta.',
  otherLanguage:
    'Los artículos de este sitio están en otro idioma que la pregunta ({language}), y solo los encuentro por sus propias palabras. Pregunte en el idioma del sitio.',
  greeting: '¡Hola! Respondo preguntas sobre {site} a partir de sus artículos. ¿Qué le gustaría saber?',
  thanks: '¡De nada! Pregunte si hay algo más que quiera saber.',
  goodbye: '¡Hasta luego! Vuelva cuando tenga otra pregunta.',
  about:
    'Soy el asistente de {site}. Respondo a partir de los artículos publicados aquí e indico de dónde viene cada respuesta.',
  help: 'Pregunte lo que los artículos de {site} puedan responder, con una frase o unas palabras clave. Muestro el pasaje y el enlace a la página. Si nada responde, lo digo.',
  thisSite: 'este sitio',
  askAbout: 'Cuéntame sobre «{heading}»',
};
