// The provider of @nuxt/image 2.1 or later. It signs wherever a component is rendered: use <NuxtImg> in components of the
// server alone (*.server.vue), since pages that browsers render would bring them the key.
// A width and a height need fit="cover" or fit="inside".
export default defineNuxtConfig({
  modules: ['@nuxt/image'],
  image: {
    provider: 'imgproxy',
    imgproxy: {
      baseURL: process.env.IMAGES_URL, // such as https://images.example.org/img
      key: process.env.IMAGES_KEY,
      salt: process.env.IMAGES_SALT,
    },
  },
});
