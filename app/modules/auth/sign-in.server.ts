import type { AppLoadContext } from '@remix-run/node'
import { logoAddress } from '~/modules/logos/address'
import { destinationsFor } from '~/modules/navigation/destinations.server'
import { paths } from '~/paths'
import { authenticate, NO_ACCOUNT } from '~/platform/access/authenticate.server'
import { activeProject, mayUseWeb } from '~/platform/access/guard.server'
import { loadIdentity } from '~/platform/access/session.server'
import type { Identity } from '~/platform/request/context'

/** The data of the gate after signing in. */
export interface Welcome {
  name: string
  /** "Admin Team" or the display name, for "Welcome! …". */
  greeting: string
  /** The landing page. */
  to: string
  /** The addresses that a remembered screen may have. */
  allowed: string[]
  /** The addresses of the active project's logos. */
  logo: string | null
  printLogo: string | null
}

export type SignInResult = { ok: true; welcome: Welcome } | { ok: false; error: string | null }

/**
 * Signs in with e-mail and password. An `error` of null means that the e-mail was empty and nothing
 * was checked.
 */
export async function signIn(
  context: AppLoadContext,
  email: string,
  password: string,
): Promise<SignInResult> {
  const turn = await authenticate(context, email, password)
  if (!turn.ok) return turn
  await turn.endFormer()
  const [identity] = await Promise.all([enterWeb(context), turn.succeeded()])
  return identity
    ? { ok: true, welcome: await welcomeOf(context, identity) }
    : { ok: false, error: NO_ACCOUNT }
}

/**
 * Returns whose session has just begun, once it is noted. The web refuses Agents, Collectors, Managers and users without a
 * project: their session ends at once, and the answer is null.
 */
export async function enterWeb(context: AppLoadContext): Promise<Identity | null> {
  const identity = await loadIdentity(context.db)
  if (mayUseWeb(identity)) {
    await noteSession(context)
    return identity
  }
  await context.db.auth.signOut({ scope: 'local' })
  return null
}

/**
 * Notes the session so that users recognize it in their own list. A failure to note it does not
 * stop the sign-in.
 */
export async function noteSession(context: AppLoadContext) {
  const { db, device, address, browserKey, requestId } = context
  const { error } = await db.rpc('record_session', {
    p_device: device,
    p_address: address,
    p_browser: browserKey,
  })
  if (error) console.warn(`[${requestId}] session not noted: ${error.message}`)
}

/** Returns the data of the gate for a signed-in user. */
export async function welcomeOf(
  context: Pick<AppLoadContext, 'projectCookie'>,
  user: Identity,
): Promise<Welcome> {
  const project = activeProject(context, user)
  const { menu, destinations } = destinationsFor(user, project)
  return {
    name: user.displayName,
    greeting: user.isAdmin ? 'Admin Team' : user.displayName,
    to: user.isAdmin ? paths.admin.home : paths.home,
    allowed: [...menu, ...destinations].map(({ to }) => to),
    logo: logoAddress(project?.logos.logo_uri ?? null),
    printLogo: logoAddress(project?.logos.logo_uri1 ?? null),
  }
}
