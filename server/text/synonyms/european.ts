import type { StemLanguage } from '../morphology/stem.ts';

/**
 * Groups of everyday words of sites for visitors in further languages: prices, hours, children, joining and leaving, returning, paying,
 * getting there. They are compared by their stems.
 */
export const european: Readonly<Partial<Record<StemLanguage, string>>> = {
  de: `preis, preise, kosten, gebühr, gebühren, tarif, beitrag, entgelt, eintritt; rabatt, ermäßigung, nachlass, vergünstigung, ermäßigt, günstiger;
    öffnungszeiten, sprechzeiten, sprechstunde, geöffnet, offen; kind, kinder, sohn, tochter, kleinkind; jugendliche, teenager, jugend; erwachsene, erwachsener;
    senioren, rentner, ältere; kündigen, kündigung, austreten, austritt, abmelden, abmeldung, beenden; stornieren, stornierung, absagen, absage, widerrufen, widerruf;
    anmelden, anmeldung, registrieren, einschreiben, bewerben, antrag, beitreten, beitritt, aufnahme; zurückgeben, rückgabe, zurückbringen, retoure, umtausch, umtauschen;
    erstattung, erstatten, rückzahlung, rückerstattung; lieferung, liefern, versand, versenden, zustellung; mieten, miete, leihen, ausleihen, verleih, leihgebühr, vermietung;
    bezahlung, zahlung, bar, bargeld, überweisung, karte; parken, parkplatz, parkplätze, auto, stellplatz; bus, bahn, straßenbahn, tram, linie, haltestelle, zug;
    adresse, anschrift, standort, anfahrt; telefon, anrufen, handy, rufnummer; kaputt, defekt, beschädigt, schaden, schäden, zerbrochen, reparatur, reparieren;
    krank, krankheit, fehlen, versäumen; haustier, haustiere, tier, tiere, hund, hunde, katze; reservieren, reservierung, buchen, buchung; kassierer, kassenwart, schatzmeister;
    vorsitzender, vorsitzende, chef, leiter, leiterin, vorstand; gratis, kostenlos, umsonst, kostenfrei, frei; probe, schnupper, testen, ausprobieren, probestunde;
    rasen, gras, wiese, rasenmäher; fest, feier, party, veranstaltung; ferien, urlaub; kurs, unterricht, stunde, lektion; lehrer, lehrerin, trainer, dozent; mitglied, mitgliedschaft;
    schlafen, übernachten, übernachtung; verboten, untersagt; erlaubt, gestattet, zulässig; alter, mindestalter, jahre; anfänger, einsteiger; rezept, zutaten; fahrrad, rad`,
  fr: `prix, tarif, tarifs, coût, coûter, frais, cotisation, montant; réduction, remise, rabais, promotion, solde; horaires, ouverture, ouvert, heures; enfant, enfants, fils,
    fille, gamin, bébé; adolescent, ado, jeune, jeunes; adulte, adultes; senior, retraité, âgé; annuler, annulation, résilier, résiliation, désinscription, désabonner, rompre;
    inscription, inscrire, adhérer, adhésion, enregistrer; retourner, retour, rendre, restituer, restitution, rapporter, renvoyer; remboursement, rembourser;
    livraison, livrer, expédition, envoi; louer, location, emprunter, prêt, prêter; paiement, payer, règlement, espèces, liquide, virement, carte; stationnement, parking, garer, voiture;
    adresse, situer, trouver, lieu, accès; téléphone, appeler, joindre; cassé, casser, abîmé, abîmer, endommagé, dégât, dégâts, panne, réparation, réparer; malade, maladie,
    absence, absent, manquer; animal, animaux, chien, chat; réserver, réservation; gratuit, gratuitement, libre, offert; essai, essayer, découverte; cours, leçon, classe;
    professeur, enseignant, prof, moniteur; élève, étudiant, étudiante; membre, adhérent; débutant, novice; billet, entrée, ticket, place; vélo, bicyclette; interdit, défendu;
    permis, autorisé; fête, soirée; recette, ingrédients; concert, spectacle, audition`,
  es: `precio, precios, tarifa, tarifas, coste, costo, costar, cuota, importe; descuento, rebaja, reducción, oferta; horario, horarios, apertura, abierto, horas; niño, niña, niños, hijo,
    hija, hijos, bebé, infantil; adolescente, joven, jóvenes; adulto, adultos; mayor, mayores, jubilado, adultos; cancelar, cancelación, anular, anulación, baja, rescindir, terminar;
    inscripción, inscribir, inscribirse, apuntar, apuntarse, matrícula, registro, registrar, alta; devolver, devolución, restituir; reembolso, reembolsar; envío, enviar, entrega, entregar, reparto;
    alquilar, alquiler, arrendar, prestar, préstamo; pago, pagar, efectivo, metálico, transferencia, tarjeta; aparcamiento, aparcar, estacionamiento, estacionar, parking, coche, auto, carro;
    dirección, ubicación, encontrar, llegar; teléfono, llamar; roto, romper, rompo, estropeado, estropear, dañado, daño, daños, avería, reparar, reparación; enfermo, enfermedad, ausencia, faltar;
    mascota, animal, animales, perro, gato; reservar, reserva; gratis, gratuito, gratuita, libre; prueba, probar, ensayo; clase, curso, lección; profesor, maestro, docente, monitor; alumno, estudiante;
    socio, miembro; principiante, novato; entrada, billete, boleto, ticket; bicicleta, bici; prohibido; permitido, autorizado; fiesta, celebración; receta, ingredientes; concierto, audición`,
  it: `prezzo, prezzi, costo, costare, tariffa, tariffe, quota, importo; sconto, sconti, riduzione, riduzioni, ribasso, agevolazione; orario, orari, apertura, aperto; bambino, bambina, bambini,
    figlio, figlia, figli, neonato; ragazzo, ragazzi, adolescente, giovane, giovani; adulto, adulti; anziano, anziani, pensionato; annullare, annullamento, disdire, disdetta, cancellare, cancellazione,
    recesso, recedere, sciogliere; iscrizione, iscriversi, iscrivere, registrarsi, registrazione, adesione; restituire, restituzione, riportare, reso, rendere; rimborso, rimborsare; spedizione, spedire,
    consegna, consegnare; noleggio, noleggiare, affittare, affitto, prestito, prestare; pagamento, pagare, contanti, bonifico, carta; parcheggio, parcheggiare, auto, macchina, automobile, posteggio;
    indirizzo, sede, trovare; telefono, chiamare, telefonare; rotto, rompere, rompo, danneggiato, danno, danni, guasto, riparare, riparazione; malato, malattia, assenza, assenze, mancare; animale, animali,
    cane, gatto; prenotare, prenotazione; gratis, gratuito, gratuita, libero, omaggio; prova, provare; lezione, corso, classe; insegnante, maestro, professore, docente; allievo, studente; socio, membro;
    principiante, esordiente; biglietto, ingresso, entrata; bicicletta, bici; vietato, proibito; permesso, consentito; festa; ricetta, ingredienti; concerto, saggio`,
  pt: `preço, preços, custo, custar, tarifa, mensalidade, taxa, valor; desconto, descontos, redução, promoção; horário, horários, funcionamento, abertura, aberto; criança, crianças, filho, filha,
    filhos, bebé, bebê, infantil; adolescente, jovem, jovens; adulto, adultos; idoso, idosos, reformado, aposentado; cancelar, cancelamento, anular, rescisão, rescindir, desistir, terminar; inscrição,
    inscrever, matrícula, matricular, registo, registro, registar; devolver, devolução, entregar; reembolso, reembolsar; envio, enviar, entrega, frete; alugar, aluguer, aluguel, emprestar, empréstimo;
    pagamento, pagar, dinheiro, numerário, transferência, cartão; estacionamento, estacionar, carro, automóvel, parque; morada, endereço, localização; telefone, ligar, telemóvel, celular; partido, partir,
    estragado, estragar, quebrado, quebrar, dano, danos, avaria, reparar, reparação, conserto; doente, doença, falta, faltas, faltar, ausência; animal, animais, cão, cachorro, gato; reservar, reserva,
    marcar; grátis, gratuito, gratuita, livre; experimental, experimentar, experiência, teste; aula, curso, lição; professor, docente; aluno, estudante; sócio, membro; principiante, iniciante; bilhete,
    ingresso, entrada; bicicleta, bike; proibido; permitido, autorizado; festa; receita, ingredientes; concerto, audição`,
  nl: `prijs, prijzen, kosten, tarief, tarieven, bijdrage, contributie, bedrag; korting, reductie, goedkoper; openingstijden, openingsuren, geopend, open; kind, kinderen, zoon, dochter, kleuter, baby;
    jongere, jongeren, tiener, jeugd; volwassene, volwassenen; oudere, ouderen, senior, senioren; opzeggen, opzegging, stoppen, beëindigen, uitschrijven, annuleren, annulering, afzeggen; inschrijven,
    inschrijving, aanmelden, aanmelding, opgeven, registreren; terugbrengen, terugbrengt, teruggeven, retour, retourneren, inleveren, ruilen; terugbetaling, terugbetalen, vergoeding; levering, bezorging, bezorgen,
    verzending, leveren; huren, huur, lenen, leen, uitlenen, verhuur; betaling, contant, cash, overschrijving, pin, pinnen; parkeren, parkeerplaats, auto, parkeerplek; adres, locatie, bereikbaarheid;
    telefoon, bellen, telefoonnummer; kapot, stuk, gebroken, defect, schade, beschadigd, reparatie, repareren; ziek, ziekte, verzuim, afwezig; huisdier, dier, dieren, hond, kat; reserveren, reservering, boeken;
    gratis, kosteloos, vrij; proefles, proef, proberen, uitproberen; les, lessen, cursus; leraar, docent, leerkracht, trainer; leerling, student, studenten; lid, lidmaatschap; beginner, beginners; kaartje,
    ticket, toegang, entree; fiets; verboten, verbod; toegestaan, mogen; feest; recept, ingrediënten; concert, optreden, uitvoering`,
  ru: `цена, цены, стоимость, тариф, плата, взнос, стоит; скидка, скидки, льгота, льготы, дешевле; часы, режим, открыто, график; ребенок, дети, детей, детский, малыш, сын, дочь; подросток, подростки; взрослый,
    взрослые; пенсионер, пожилой, пожилые; отменить, отмена, отказаться, отказ, расторгнуть, прекратить, выйти; записаться, запись, зарегистрироваться, регистрация, вступить, оформить, подать; вернуть, возврат,
    обменять, обмен; доставка, доставить, отправка, пересылка; аренда, арендовать, прокат, снять, взять; оплата, заплатить, наличные, наличными, карта, перевод; парковка, припарковаться, стоянка, машина, автомобиль;
    адрес, находиться, расположение, проехать; телефон, позвонить, номер; сломать, сломаться, сломан, повреждение, поломка, ремонт, починить; болеть, болезнь, заболеть, пропуск; животное, животные, собака, кошка;
    забронировать, бронь, бронирование, заказать; бесплатно, бесплатный, даром; пробный, попробовать, проба; урок, занятие, курс; учитель, преподаватель, тренер; ученик, студент; участник, член; новичок, начинающий;
    билет, вход; велосипед; запрещено, нельзя; разрешено, можно; праздник; рецепт, ингредиенты; связаться, контакты, письмо, письма, написать, телефон; цветок, цветы, растение, растения; посадить, посадка, пересадка;
    насекомое, вредитель, вредители; земля, почва, грунт`,
};
