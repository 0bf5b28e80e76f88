/**
 * Configures the Remix Vite plugin with plain data, which vite.config.ts hands over.
 * `v3_singleFetch` and `v3_lazyRouteDiscovery` stay off (docs/decisions/0001).
 *
 * @type {import('@remix-run/dev').VitePluginConfig}
 */
export default {
  ssr: true,
  appDirectory: 'app',
  buildDirectory: 'build',
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_routeConfig: true,
    v3_singleFetch: false,
    v3_lazyRouteDiscovery: false,
  },
}
