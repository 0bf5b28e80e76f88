import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { z } from 'zod/mini'
import { paths } from '~/paths'
import { requirePermission, webMemberships } from '~/platform/access/guard.server'
import { projectCookie } from '~/platform/access/session.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formActions } from '~/platform/forms/form-action.server'
import { redirectWithToast } from '~/platform/request/toast.server'
import { LinkButton } from '~/ui/Button'
import { ConfirmForm } from '~/ui/ConfirmForm'
import { ErrorBanner, sentencesOf } from '~/ui/ErrorBanner'
import { FormActions } from '~/ui/FormGrid'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { SubmitButton } from '~/ui/SubmitButton'

export const meta: MetaFunction = () => [{ title: 'Sample company · Kalakal' }]

export async function loader({ context }: LoaderFunctionArgs) {
  const { user, project } = await requirePermission(context, 'people.write')
  return {
    project: project.projectId,
    here: project.sample,
    sample: webMemberships(user).find(({ sample }) => sample)?.projectId ?? null,
    idempotencyKey: newIdempotencyKey(),
  }
}

const schema = z.object({})

export const action = formActions({
  permission: 'people.write',
  intents: (intent) => ({
    // The form's key is the id of the company, so that the same form sent twice makes one.
    make: intent({
      schema,
      command: ({ run, idempotencyKey }) => run('create_sample', { p_sample: idempotencyKey }),
      done: async ({ id }, { context }) => {
        const home = await redirectWithToast(paths.home, 'The sample company is made, and is open.')
        home.headers.append('Set-Cookie', projectCookie(context, id))
        return home
      },
    }),
    remove: intent({
      schema,
      command: ({ run }) => run('remove_sample', {}),
      done: () => ({ to: paths.home, text: 'The sample company is removed.' }),
    }),
  }),
})

/** Makes, opens or removes the reader's sample company. */
export default function Sample() {
  const { project, here, sample, idempotencyKey } = useLoaderData<typeof loader>()
  const errors = sentencesOf(useActionData<typeof action>())
  const isMaking = useNavigation().formData?.get('intent') === 'make'
  return (
    <>
      <PageHeader title="Sample company" />
      <ErrorBanner errors={errors} />
      <Panel>
        <p className="max-w-prose">
          A separate company with two months of made-up trade: products, customers, bookings in each
          state, invoices and receipts. You have every screen of this company, and no other user
          sees it. Making the company takes some seconds.
        </p>
        <p className="mt-2 max-w-prose text-muted">
          Your own company does not change. Switch between the two companies at the top left; a
          banner marks each screen of the sample company.
        </p>
        <FormActions>
          {here ? (
            <ConfirmForm
              trigger="Remove the sample company"
              triggerVariant="danger"
              label="Remove"
              title="Remove the sample company"
              body="The sample company is removed from your projects with all that you entered there. It cannot be restored. Your own company does not change."
              values={{ intent: 'remove', idempotencyKey, project }}
              danger
            />
          ) : sample ? (
            <Form method="post" action={paths.shell.switchProject}>
              <SubmitButton name="project" value={sample}>
                Open the sample company
              </SubmitButton>
            </Form>
          ) : (
            <Form method="post">
              <input type="hidden" name="project" value={project} />
              <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
              <SubmitButton name="intent" value="make">
                {isMaking ? 'Making the sample company…' : 'Make the sample company'}
              </SubmitButton>
            </Form>
          )}
          <LinkButton to={paths.home} variant="ghost">
            Home
          </LinkButton>
        </FormActions>
        <p role="status" className="mt-2 text-muted">
          {isMaking
            ? 'Two months of trade are being entered. The sample company opens when they are complete.'
            : null}
        </p>
      </Panel>
    </>
  )
}
