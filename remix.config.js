/**
 * What the Remix Vite plugin is told: plain data, handed over by vite.config.ts.
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
