import { defineComponent, h, onBeforeUnmount, onMounted, type PropType } from 'vue';
import { embedDocent, type EmbedOptions } from './embed.ts';

/** The widget, as long as the component is on the page; `inline` puts the conversation in its place instead of behind a button. */
export const Docent = defineComponent({
  name: 'Docent',
  props: {
    src: { type: String, required: true },
    site: String,
    launcher: String as PropType<EmbedOptions['launcher']>,
    keys: String as PropType<EmbedOptions['keys']>,
    references: String as PropType<EmbedOptions['references']>,
    texts: Object as PropType<EmbedOptions['texts']>,
    inline: Boolean,
  },
  setup(props) {
    let release = () => {};
    onMounted(() => {
      const { inline: _, ...options } = props;
      release = embedDocent(options);
    });
    onBeforeUnmount(() => release());
    return () => (props.inline ? h('docent-chat', { inline: '' }) : null);
  },
});
