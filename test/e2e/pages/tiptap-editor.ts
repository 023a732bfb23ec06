import { Editor, Mark, Node } from '@tiptap/core';
import { StarterKit } from '@tiptap/starter-kit';
import { DocentWriting } from 'docent/editor';

/* An editor as a site would set one up, with the requests going through a route of the site. */
const Link = Mark.create({
  name: 'link',
  inclusive: false,
  addAttributes: () => ({ href: { default: null } }),
  parseHTML: () => [{ tag: 'a[href]' }],
  renderHTML: ({ HTMLAttributes }) => ['a', HTMLAttributes, 0],
});
const Image = Node.create({
  name: 'image',
  group: 'block',
  addAttributes: () => ({ src: { default: null }, alt: { default: null } }),
  parseHTML: () => [{ tag: 'img[src]' }],
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
});
const kit = StarterKit.configure({ link: false, underline: false, trailingNode: false });
const element = document.querySelector('#editor')!;
const editor = new Editor({
  element,
  injectCSS: false,
  extensions: [kit, Link, Image, DocentWriting.configure({ endpoint: '/write' })],
  content: document.querySelector('#content')!.innerHTML,
  editorProps: { attributes: { 'aria-label': 'Article' } },
});
Object.assign(window, { editor });
