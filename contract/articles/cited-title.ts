/** The title of an article with the name of the further source from which it is. */
export const citedTitle = ({
  title,
  source,
}: {
  readonly title: string;
  readonly source?: string | undefined;
}): string => (source ? `${title} · ${source}` : title);
