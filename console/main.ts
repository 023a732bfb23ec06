import { createApp } from 'vue';
import App from './app.vue';
import { router } from './router.ts';
import './console.css';

createApp(App).use(router).mount('#console');
