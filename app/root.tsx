import font from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
  useRouteLoaderData,
} from '@remix-run/react'
import type { ReactNode } from 'react'
import { WelcomeDialog } from '~/modules/auth/WelcomeDialog'
import { ErrorPage, errorTitle } from '~/modules/shell/ErrorPage'
import { readDisplay } from '~/modules/shell/theme.server'
import { publicRoute } from '~/platform/access/guard.server'
import { useNonce } from '~/platform/browser/nonce'
import { reply } from '~/platform/request/reply.server'
import { takeToast } from '~/platform/request/toast.server'
import { ProgressBar } from '~/ui/ProgressBar'
import { Toast } from '~/ui/Toast'
import styles from './styles/app.css?url'

export { afterActsOnly as shouldRevalidate } from '~/platform/browser/revalidate'

export const links: LinksFunction = () => [
  { rel: 'preload', href: font, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'stylesheet', href: styles },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
]

/** Properties of a page that its route declares. */
interface PageHandle {
  /** True for a page without scripts. */
  plain?: boolean
}

export const meta: MetaFunction = ({ error }) => [error ? errorTitle(error) : { title: 'Kalakal' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  publicRoute(context)
  const waiting = await takeToast(request)
  const body = {
    requestId: context.requestId,
    sent: context.sent,
    ...(await readDisplay(request)),
    toast: waiting?.toast ?? null,
  }
  return reply(body, { headers: waiting ? { 'Set-Cookie': waiting.clear } : {} })
}

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce()
  const data = useRouteLoaderData<typeof loader>('root')
  const plain = useMatches().some(({ handle }) => (handle as PageHandle | undefined)?.plain)
  return (
    <html lang="en" data-theme={data?.theme ?? undefined} data-rows={data?.rows ?? undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#0e5a4a" />
        <Meta />
        <Links />
      </head>
      <body>
        <ProgressBar />
        {children}
        <Toast message={data?.toast ?? null} />
        {plain ? null : (
          <>
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
          </>
        )}
      </body>
    </html>
  )
}

export default function App() {
  return (
    <>
      <Outlet />
      <WelcomeDialog />
    </>
  )
}

export function ErrorBoundary() {
  return (
    <main className="grid min-h-dvh place-items-center p-6">
      <ErrorPage outside />
    </main>
  )
}
