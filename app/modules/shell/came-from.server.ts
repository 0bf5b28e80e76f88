import { paths } from '~/paths'

/**
 * The page that a small form was on, from its Referer; only ever an address of this app, else
 * /home (page 6, point 13).
 */
export function cameFrom(request: Request, origin: string): string {
  const referer = request.headers.get('Referer')
  const url = referer && URL.canParse(referer) ? new URL(referer) : null
  return url?.origin === origin ? url.pathname + url.search : paths.home
}
