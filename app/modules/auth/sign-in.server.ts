import { setTimeout as sleep } from 'node:timers/promises'
import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod/mini'
import { logoAddress } from '~/modules/logos/address'
import { destinationsFor } from '~/modules/navigation/destinations.server'
import { paths } from '~/paths'
import { activeProject, mayUseWeb } from '~/platform/access/guard.server'
import { loadIdentity } from '~/platform/access/session.server'
import { countAttempt } from '~/platform/access/sign-in-throttle.server'
import { adminClient } from '~/platform/db/admin-client.server'
import type { Identity } from '~/platform/request/context'
import { saysLater } from '~/platform/request/later'

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

// The wording is fixed. An unknown account and a wrong password read the same.
const BAD_FORMAT = 'Email address is in bad format.'
const NO_MATCH = 'Email and password does not match.'
const NOT_VERIFIED = 'Email not verified.'
const NO_ACCOUNT = 'Account does not exist.'

/**
 * Least time of a refused sign-in, in milliseconds. Supabase Auth compares no password for an
 * address that it does not know and answers sooner, which would tell who has an account.
 */
const REFUSAL_MS = 400

/**
 * Signs in with e-mail and password. An `error` of null means that the e-mail was empty and nothing
 * was checked.
 */
export async function signIn(
  context: AppLoadContext,
  email: string,
  password: string,
): Promise<SignInResult> {
  if (email === '') return { ok: false, error: null }
  if (!z.email().safeParse(email).success) return { ok: false, error: BAD_FORMAT }
  if (password === '') return { ok: false, error: NO_MATCH }
  const { db } = context
  const turn = await countAttempt(context, 'sign_in', email)
  if (!turn.ok) return { ok: false, error: turn.message }
  const endFormer = await formerSession(context)
  const notBefore = sleep(REFUSAL_MS)
  const { error } = await db.auth.signInWithPassword({ email, password })
  if (error) {
    await notBefore
    return { ok: false, error: explain(error) }
  }
  await endFormer()
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
 * Returns the function that ends the session which this browser has now, for when another one has
 * taken its place: its cookie may have been copied. A failure to end it does not stop the sign-in.
 */
export async function formerSession({
  db,
  requestId,
}: AppLoadContext): Promise<() => Promise<void>> {
  const { data } = await db.auth.getSession()
  const token = data.session?.access_token
  return async () => {
    if (!token) return
    const { error } = await adminClient().auth.admin.signOut(token, 'local')
    if (error)
      console.warn(`[${requestId}] former session not ended: ${error.code ?? error.message}`)
  }
}

/**
 * Notes the session so that users recognize it in their own list. A failure to note it does not
 * stop the sign-in.
 */
export async function noteSession({ db, device, address, requestId }: AppLoadContext) {
  const { error } = await db.rpc('record_session', { p_device: device, p_address: address })
  if (error) console.warn(`[${requestId}] session not noted: ${error.message}`)
}

function explain({ code, status, message }: { code?: string; status?: number; message: string }) {
  if (code === 'email_not_confirmed') return NOT_VERIFIED
  if (code === 'invalid_credentials' || code === 'user_not_found') return NO_MATCH
  // The provider says this after the right password only: the person has no membership any more.
  if (code === 'user_banned') return NO_ACCOUNT
  if (code === 'validation_failed') return BAD_FORMAT
  // Auth's own words say how long to wait.
  if (status !== 429 && saysLater(status))
    return 'Sign-in is not available at the moment. Try again shortly.'
  return message
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
