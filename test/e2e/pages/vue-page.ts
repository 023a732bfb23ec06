import { createApp, defineComponent, h, ref } from 'vue';
import { Docent } from 'docent/vue';

/* A page of Vue that has the widget as long as its reader wants it. */
const Page = defineComponent(() => {
  const isShown = ref(true);
  const src = new URLSearchParams(location.search).get('src') ?? '';
  return () =>
    h('main', [
      h('button', { onClick: () => (isShown.value = !isShown.value) }, 'Toggle'),
      isShown.value &&
        h(Docent, { src, texts: { welcome: 'From Vue' }, inline: true, style: 'height: 500px' }),
    ]);
});

const place = document.createElement('div');
document.body.append(place);
createApp(Page).mount(place);
