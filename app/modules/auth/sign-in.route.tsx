import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData, useNavigate } from '@remix-run/react'
import { useCallback, useEffect, useState } from 'react'
import { paths } from '~/paths'
import { mayUseWeb, publicRoute } from '~/platform/access/guard.server'
import { forgetSignIn } from '~/platform/browser/local-state'
import { readFields } from '~/platform/forms/form.server'
import { reply } from '~/platform/request/reply.server'
import { VersionWatch } from '~/ui/VersionWatch'
import { version } from '../../../package.json'
import { Frame } from './Frame'
import { Gate } from './Gate'
import { SignInForm } from './SignInForm'
import { signIn, welcomeOf } from './sign-in.server'
import { WelcomeDialog } from './WelcomeDialog'

export const meta: MetaFunction = () => [{ title: 'Sign in · Kalakal' }]

export async function loader({ context }: LoaderFunctionArgs) {
  publicRoute(context)
  const { identity } = context
  return {
    version,
    year: new Date().getFullYear(),
    present: mayUseWeb(identity) ? await welcomeOf(context, identity) : null,
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  publicRoute(context)
  const form = await readFields(request)
  const email = String(form.get('email') ?? '').trim()
  const result = await signIn(context, email, String(form.get('password') ?? ''))
  // Browsers without scripts show no dialog, so the answer is a redirect.
  if (result.ok && form.get('scripted') !== '1') throw redirect(result.welcome.to)
  const body = result.ok ? { ...result, error: null } : { ...result, email, welcome: null }
  return reply(body, result.ok || result.error === null ? 200 : 422)
}

/** The sign-in screen: the form, then "Login Successfully!", then the gate. */
export default function SignIn() {
  const { version, year, present } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  const [greeted, setGreeted] = useState(false)
  // The same function for each drawing, which would else begin the welcome again.
  const greet = useCallback(() => setGreeted(true), [])
  const welcome = result?.welcome ?? null
  useSignedOut(!present && !welcome)
  // The loader runs again after signing in and finds the session. The dialog still comes before the
  // gate.
  if (present && (!welcome || greeted)) return <Gate welcome={present} />
  return (
    <Frame version={version} year={year}>
      <SignInForm
        error={result?.error ?? null}
        email={result && 'email' in result ? result.email : ''}
      />
      <VersionWatch />
      {welcome ? (
        <WelcomeDialog greeting={welcome.greeting} logo={present?.logo} onDone={greet} />
      ) : null}
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
