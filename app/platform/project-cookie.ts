/**
 * The cookie of the active project. It is only a wish: guards compare it with the memberships.
 * Named like the session's, with `__Host-` over https.
 */
function cookieName(origin: string): string {
  return origin.startsWith('https:') ? '__Host-project' : 'project'
}

/** Set-Cookie header that makes a project the active one, for as long as the browser is open. */
export function projectCookie(origin: string, projectId: string): string {
  const secure = origin.startsWith('https:') ? '; Secure' : ''
  return `${cookieName(origin)}=${encodeURIComponent(projectId)}; Path=/; HttpOnly; SameSite=Lax${secure}`
}

/** The id that a request's Cookie header wishes for, or null. */
export function readProjectCookie(
  origin: string,
  header: string | null | undefined,
): string | null {
  const prefix = `${cookieName(origin)}=`
  const found = header?.split(/;\s*/).find((pair) => pair.startsWith(prefix))
  return found ? decodeURIComponent(found.slice(prefix.length)) : null
}
