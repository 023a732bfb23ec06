import type { AnswerTexts } from './answer-texts.ts';

export const es: AnswerTexts = {
  quotedFrom: 'De {place}:',
  close: 'No se encontró una respuesta directa; estos pasajes son los más cercanos.',
  notCovered: 'Los artículos de este sitio no responden a esta pregunta.',
  leftOut:
    'Lo que escribió el modelo de lenguaje no se pudo confirmar con los artículos de este sitio, así que se ha omitido.',
  notOnSite: 'No encontrado en este sitio',
  unconfirmed: 'Los artículos de este sitio no confirman esta respuesta.',
  foreignCode: 'Este código no procede de los artículos de este sitio.',
  otherLanguage:
    'No se encontró nada para esta pregunta. Idioma de los artículos de este sitio: {language}. Si pregunta así, quizá encuentre más.',
  greeting: '¡Hola! Respondo preguntas sobre {site} a partir de sus artículos. ¿Qué le gustaría saber?',
  thanks: '¡De nada! Pregunte si hay algo más que quiera saber.',
  goodbye: '¡Hasta luego! Vuelva cuando tenga otra pregunta.',
  about:
    'Soy el asistente de {site}. Respondo a partir de los artículos publicados aquí e indico de dónde viene cada respuesta.',
  help: 'Pregunte lo que los artículos de {site} puedan responder, con una frase o unas palabras clave. Muestro el pasaje y el enlace a la página. Si nada responde, lo digo.',
  site: '{site} tiene {count} artículos, entre ellos {articles}. ¿Qué le gustaría saber?',
  contact: 'Puede ponerse en contacto con los responsables de {site} aquí: {contact}',
  contactLabel: 'Contacto',
  noContact:
    'Soy un asistente automático y no puedo pasarle con una persona. Este sitio no indica ningún contacto.',
  listComma: ', ',
  thisSite: 'este sitio',
  askAbout: 'Cuéntame sobre «{heading}»',
  failures: {
    slow: 'La respuesta ha tardado demasiado. Inténtelo de nuevo.',
    busy: 'El asistente está muy ocupado. Inténtelo de nuevo en un momento.',
    setUp: 'El asistente no está bien configurado. Avise a los responsables del sitio.',
    refused:
      'No se ha podido responder a esta pregunta. Formúlela de otra manera o avise a los responsables del sitio.',
    unavailable: 'El asistente no está disponible en este momento. Inténtelo más tarde.',
    brokeOff: 'La respuesta se interrumpió aquí. Inténtelo de nuevo.',
    searchUnavailable: 'La búsqueda con IA no está disponible en este momento. Inténtelo más tarde.',
    restarting:
      'El servicio se está reiniciando y la respuesta ha quedado incompleta. Vuelva a preguntar en un momento.',
    hourly: 'Ha alcanzado el límite de preguntas por hora. Inténtelo de nuevo en unos {minutes} min.',
    daily:
      'Se ha alcanzado el límite de preguntas de hoy para esta red. Vuelva mañana o pida a los responsables del sitio que lo aumenten.',
    quota: 'Se ha agotado la cuota de IA de hoy de este sitio. Vuelva mañana.',
    closed: 'El chat de este sitio está cerrado.',
  },
};
