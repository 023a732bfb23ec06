import type { AnswerTexts } from './answer-texts.ts';

export const fr: AnswerTexts = {
  quotedFrom: 'Extrait de {place} :',
  close: 'Aucune réponse directe n’a été trouvée ; voici les passages les plus proches.',
  notCovered: 'Les articles de ce site ne répondent pas à cette question.',
  leftOut:
    'Ce que le modèle de langage a écrit n’a pas pu être confirmé par les articles de ce site et a été omis.',
  notOnSite: 'Introuvable sur ce site',
  unconfirmed: 'Les articles de ce site ne confirment pas cette réponse.',
  foreignCode: 'Ce code ne provient pas des articles de ce site.',
  otherLanguage:
    'Rien n’a été trouvé pour cette question. Langue des articles de ce site : {language}. Posée dans cette langue, elle donnera peut-être plus de résultats.',
  greeting:
    'Bonjour ! Je réponds aux questions sur {site} à partir de ses articles. Que souhaitez-vous savoir ?',
  thanks: 'Avec plaisir ! N’hésitez pas si vous avez une autre question.',
  goodbye: 'Au revoir ! Revenez quand vous aurez une question.',
  about:
    'Je suis l’assistant de {site}. Je réponds à partir des articles publiés ici et j’indique d’où vient chaque réponse.',
  help: 'Posez toute question à laquelle les articles de {site} peuvent répondre, par une phrase ou quelques mots-clés. Je montre le passage et le lien vers la page. Si rien n’y répond, je le dis.',
  site: '{site} compte {count} articles, parmi lesquels {articles}. Que souhaitez-vous savoir ?',
  contact: 'Pour joindre les responsables de {site} : {contact}',
  contactLabel: 'Nous contacter',
  noContact:
    'Je suis un assistant automatique et ne peux pas vous passer une personne. Ce site n’indique aucun contact.',
  listComma: ', ',
  thisSite: 'ce site',
  askAbout: 'Parlez-moi de « {heading} »',
  failures: {
    slow: 'La réponse a pris trop de temps. Veuillez réessayer.',
    busy: 'L’assistant est très sollicité. Veuillez réessayer dans un instant.',
    setUp: 'L’assistant n’est pas configuré correctement. Veuillez prévenir le responsable du site.',
    refused:
      'Cette question n’a pas pu recevoir de réponse. Reformulez-la ou prévenez le responsable du site.',
    unavailable: 'L’assistant est indisponible pour le moment. Veuillez réessayer plus tard.',
    brokeOff: 'La réponse s’est interrompue ici. Veuillez réessayer.',
    searchUnavailable: 'La recherche par IA est indisponible pour le moment. Veuillez réessayer plus tard.',
    restarting:
      'Le service redémarre, la réponse est donc incomplète. Veuillez reposer la question dans un instant.',
    hourly:
      'Vous avez atteint la limite de questions par heure. Veuillez réessayer dans {minutes} min environ.',
    daily:
      'La limite de questions du jour est atteinte pour ce réseau. Revenez demain, ou demandez au responsable du site de l’augmenter.',
    quota: 'Le quota d’IA du site est épuisé pour aujourd’hui. Revenez demain.',
    closed: 'Le chat de ce site est fermé.',
  },
};
