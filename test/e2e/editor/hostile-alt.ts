/** What a model would say that wants its alternative text to be run: marks of HTML, of attributes, and of comments that hold blocks. */
export const hostileAlt =
  `A heron"><img src=x onerror="window.isHacked=true"><script>window.isHacked = true</script>` +
  ` <b>near</b> its nest' onload='window.isHacked=true --> <!-- /wp:image --> {{alt}} $1`;

/** The same as it is proposed: WordPress would take the tag within the attribute for one of the page. */
export const harmlessAlt = hostileAlt.replaceAll('<', '‹').replaceAll('>', '›');
