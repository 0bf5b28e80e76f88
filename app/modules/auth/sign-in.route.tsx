import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, useActionData, useLoaderData, useNavigate } from '@remix-run/react'
import { useEffect } from 'react'
import { paths } from '~/paths'
import { mayUseWeb, publicRoute } from '~/platform/access/guard.server'
import { forgetSignIn } from '~/platform/browser/local-state'
import { readFields } from '~/platform/forms/form.server'
import { reply } from '~/platform/request/reply.server'
import { redirectWithToast } from '~/platform/request/toast.server'
import { VersionWatch } from '~/ui/VersionWatch'
import { version } from '../../../package.json'
import { Frame } from './Frame'
import { Gate } from './Gate'
import { SignInForm } from './SignInForm'
import { needsSetup } from './setup.server'
import { signIn, welcomeOf } from './sign-in.server'

export const meta: MetaFunction = () => [{ title: 'Sign in · Kalakal' }]

export async function loader({ context }: LoaderFunctionArgs) {
  publicRoute(context)
  const { identity } = context
  const present = mayUseWeb(identity) ? await welcomeOf(context, identity) : null
  return {
    version,
    year: new Date().getFullYear(),
    present,
    isNew: !present && (await needsSetup()),
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  publicRoute(context)
  const form = await readFields(request)
  const email = String(form.get('email') ?? '').trim()
  const result = await signIn(context, email, String(form.get('password') ?? ''))
  // Browsers without scripts show no dialog: the next page says it in a line.
  if (result.ok && form.get('scripted') !== '1')
    throw await redirectWithToast(
      result.welcome.to,
      `Login Successfully! Welcome! ${result.welcome.greeting}`,
    )
  const body = result.ok ? { ...result, error: null } : { ...result, email, welcome: null }
  return reply(body, result.ok || result.error === null ? 200 : 422)
}

/** The sign-in screen: the form, then the gate, which leads to the page that says "Login Successfully!". */
export default function SignIn() {
  const { version, year, present, isNew } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  const welcome = result?.welcome ?? null
  useSignedOut(!present && !welcome)
  const to = welcome ?? present
  if (to) return <Gate welcome={to} greets={welcome !== null} />
  return (
    <Frame version={version} year={year}>
      {isNew ? (
        <p className="mb-5 text-muted">
          This installation has no administrator yet.{' '}
          <Link to={paths.auth.setup} className="font-medium text-accent hover:underline">
            Set it up
          </Link>{' '}
          with the code from the log of the server.
        </p>
      ) : null}
      <SignInForm
        error={result?.error ?? null}
        email={result && 'email' in result ? result.email : ''}
      />
      <VersionWatch />
    </Frame>
  )
}

/**
 * Clears the data of an ended session in this browser. A user whom the browser still knew as signed
 * in goes to /login. Signing out from the menu has cleared it already and ends at /.
 */
function useSignedOut(signedOut: boolean): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (signedOut && forgetSignIn()) navigate(paths.auth.login, { replace: true })
  }, [signedOut, navigate])
}
