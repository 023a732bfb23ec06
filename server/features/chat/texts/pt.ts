import type { AnswerTexts } from './answer-texts.ts';

export const pt: AnswerTexts = {
  quotedFrom: 'De {place}:',
  close: 'Nenhuma resposta direta foi encontrada; estes trechos são os mais próximos.',
  notCovered: 'Os artigos deste site não respondem a esta pergunta.',
  leftOut:
    'O que o modelo de linguagem escreveu não pôde ser confirmado pelos artigos deste site, por isso foi omitido.',
  notOnSite: 'Não encontrado neste site',
  unconfirmed: 'Os artigos deste site não confirmam esta resposta.',
  foreignCode: 'Este código não vem dos artigos deste site.',
  otherLanguage:
    'Nada foi encontrado para esta pergunta. Idioma dos artigos deste site: {language}. Perguntando assim, talvez encontre mais.',
  greeting: 'Olá! Respondo a perguntas sobre {site} com base nos artigos. O que gostaria de saber?',
  thanks: 'De nada! Pergunte se quiser saber mais alguma coisa.',
  goodbye: 'Até logo! Volte quando tiver outra pergunta.',
  about:
    'Sou o assistente de {site}. Respondo com base nos artigos publicados aqui e mostro de onde vem cada resposta.',
  help: 'Pergunte o que os artigos de {site} possam responder, com uma frase ou algumas palavras-chave. Mostro o trecho e o link da página. Se nada responder, digo isso.',
  site: '{site} tem {count} artigos, entre eles {articles}. O que gostaria de saber?',
  contact: 'Fale com os responsáveis por {site} aqui: {contact}',
  contactLabel: 'Contato',
  noContact:
    'Sou um assistente automático e não posso transferir para uma pessoa. Este site não indica nenhum contato.',
  listComma: ', ',
  thisSite: 'este site',
  askAbout: 'Fale sobre “{heading}”',
  failures: {
    slow: 'A resposta demorou demais. Tente novamente.',
    busy: 'O assistente está muito ocupado. Tente novamente em instantes.',
    setUp: 'O assistente não está configurado corretamente. Avise o responsável pelo site.',
    refused: 'Não foi possível responder a esta pergunta. Reformule-a ou avise o responsável pelo site.',
    unavailable: 'O assistente não está disponível no momento. Tente mais tarde.',
    brokeOff: 'A resposta foi interrompida aqui. Tente novamente.',
    searchUnavailable: 'A busca com IA não está disponível no momento. Tente mais tarde.',
    restarting: 'O serviço está reiniciando e a resposta ficou incompleta. Pergunte de novo em instantes.',
    hourly: 'Você atingiu o limite de perguntas por hora. Tente novamente em cerca de {minutes} min.',
    daily:
      'O limite de perguntas de hoje para esta rede foi atingido. Volte amanhã ou peça ao responsável pelo site que o aumente.',
    quota: 'A cota de IA deste site se esgotou por hoje. Volte amanhã.',
    closed: 'O chat deste site está fechado.',
  },
};
