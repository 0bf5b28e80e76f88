import { parseWithZod } from '@conform-to/zod/v4'
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod/mini'
import { paths } from '~/paths'
import { accountAddress, NAME_HINT } from '~/platform/access/account-address'
import { publicRoute } from '~/platform/access/guard.server'
import { commonPassword } from '~/platform/access/password-strength.server'
import { readFields } from '~/platform/forms/form.server'
import { reply } from '~/platform/request/reply.server'
import { redirectWithToast } from '~/platform/request/toast.server'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { FormActions } from '~/ui/FormGrid'
import { SubmitButton } from '~/ui/SubmitButton'
import { TextField } from '~/ui/TextField'
import { version } from '../../../package.json'
import { Frame } from './Frame'
import { NewPasswordFields } from './NewPasswordFields'
import { newPasswordTwice } from './password'
import { needsSetup, setUp } from './setup.server'

export const meta: MetaFunction = () => [{ title: 'Set up · Kalakal' }]

/** Returns the letters of a typed code: spaces, hyphens and capitals do not count. */
const codeLetters = (typed: string) => typed.toLowerCase().replace(/[^0-9a-f]/g, '')

const schema = z.object({
  code: z.pipe(
    z.string({ error: 'Enter the code from the log of the server.' }),
    z.pipe(
      z.transform(codeLetters),
      z.string().check(z.length(32, 'The code has 32 letters and digits.')),
    ),
  ),
  name: z
    .string({ error: 'Enter your name.' })
    .check(z.trim(), z.minLength(1, 'Enter your name.'), z.maxLength(80, 'At most 80 letters.')),
  email: accountAddress(320),
  ...newPasswordTwice.shape,
})

export async function loader({ request, context }: LoaderFunctionArgs) {
  publicRoute(context)
  if (!(await needsSetup())) throw redirect(paths.auth.signIn)
  return {
    frame: { version, year: new Date().getFullYear() },
    code: codeLetters(new URL(request.url).searchParams.get('code') ?? '').slice(0, 32),
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  publicRoute(context)
  if (!(await needsSetup())) throw redirect(paths.auth.signIn)
  const submission = parseWithZod(await readFields(request), { schema })
  const hideFields = ['password', 'again']
  if (submission.status !== 'success') return reply(submission.reply({ hideFields }), 422)
  const { password, again, ...value } = submission.value
  const refuse = (field: string, message: string) =>
    reply(submission.reply({ fieldErrors: { [field]: [message] }, hideFields }), 422)
  if (password !== again) return refuse('again', 'The passwords do not match.')
  const common = commonPassword(password, [value.email, value.name])
  if (common) return refuse('password', common)
  const refused = await setUp(context, { ...value, password })
  if (refused) return refuse(refused.field ?? 'code', refused.message)
  return redirectWithToast(
    paths.admin.addProject,
    `You are the administrator. Sign in as ${value.email} from now on. Add your company next.`,
  )
}

/** Makes the first administrator of an installation, with the code from the log of its server. */
export default function SetUp() {
  const { frame, code } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const [form, fields] = useCommandForm({
    id: 'setup',
    schema,
    lastResult,
    defaultValue: { code },
  })
  return (
    <Frame {...frame}>
      <h1 className="mb-2 text-figure font-semibold tracking-wide">SET UP</h1>
      <p className="mb-5 text-muted">
        You become the administrator, who adds companies and their users. The administrator has no
        access to company data.
      </p>
      <CommandForm form={form} project={null}>
        <div className="flex flex-col gap-4">
          <TextField
            field={fields.code}
            label="Code"
            autoComplete="off"
            hint="Written into the log when the server starts; for one hour"
          />
          <TextField
            field={fields.name}
            label="Your name"
            autoComplete="name"
            autoFocus={code !== ''}
          />
          <TextField
            field={fields.email}
            label="User name or e-mail"
            autoComplete="username"
            hint={`To sign in. ${NAME_HINT}`}
          />
          <NewPasswordFields fields={fields} />
        </div>
        <FormActions>
          <SubmitButton className="w-full">Set up</SubmitButton>
        </FormActions>
      </CommandForm>
      <Link
        to={paths.auth.signIn}
        className="mt-5 self-center text-xs font-medium text-accent hover:underline"
      >
        Back to sign in
      </Link>
    </Frame>
  )
}
