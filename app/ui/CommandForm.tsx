import {
  type FormMetadata,
  FormProvider,
  getFormProps,
  type SubmissionResult,
  useForm,
} from '@conform-to/react'
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4'
import { Form, useNavigation } from '@remix-run/react'
import { type ReactNode, useMemo } from 'react'
import type { z } from 'zod/mini'
import { sanitizeSubmission } from '~/platform/forms/sanitize-submission'
import { wordSchemas } from '~/platform/forms/zod-messages'
import { ErrorBanner } from './ErrorBanner'

// This call is not in the browser's entry, because the sign-in page has no schema and loads no zod.
wordSchemas()

/** The schema of a form. */
export type FormSchema = z.core.$ZodType<Record<string, unknown>, Record<string, unknown>>

/**
 * Wraps conform's `useForm` for every page: it validates with the schema of the action, shows a
 * field's errors when it loses the focus, clears them while typing, and takes the action's answer.
 */
export function useCommandForm<T extends FormSchema>(options: {
  id: string
  schema: T
  lastResult: SubmissionResult<string[]> | null | undefined
  defaultValue?: Parameters<typeof useForm<z.input<T>, z.output<T>, string[]>>[0]['defaultValue']
  /** The change that the action makes to the form before it parses it. */
  prepare?: (form: FormData) => FormData
}) {
  const { schema, prepare, lastResult, ...rest } = options
  const constraint = useMemo(() => getZodConstraint(schema), [schema])
  const answer = useMemo(
    () =>
      lastResult?.initialValue
        ? {
            ...lastResult,
            initialValue: sanitizeSubmission(lastResult.initialValue, Object.keys(constraint)),
          }
        : lastResult,
    [lastResult, constraint],
  )
  const [form, fields] = useForm<z.input<T>, z.output<T>, string[]>({
    ...rest,
    lastResult: answer,
    constraint,
    onValidate: ({ formData }) => parseWithZod(prepare ? prepare(formData) : formData, { schema }),
    shouldValidate: 'onBlur',
    shouldRevalidate: 'onInput',
  })
  const sentIdempotencyKey = lastResult?.initialValue?.idempotencyKey
  // conform's form is a proxy that computes its properties, so it cannot hold another one.
  const withIdempotencyKey = new Proxy(form, {
    get: (target, key) =>
      key === 'sentIdempotencyKey' ? sentIdempotencyKey : Reflect.get(target, key),
  }) as typeof form & { sentIdempotencyKey?: string }
  return [withIdempotencyKey, fields] as const
}

interface Props<F extends Record<string, unknown>> {
  form: FormMetadata<F, string[]> & {
    /** The idempotency key that was sent and came back. */
    sentIdempotencyKey?: string
  }
  /** The active project's id, checked by `readForm`; null on the administrator's pages. */
  project: string | null
  /** The idempotency key from the loader (`newIdempotencyKey()`), read by `readIdempotencyKey`. */
  idempotencyKey?: string
  action?: string
  className?: string
  /** `multipart/form-data` when the form has a file. */
  encType?: 'multipart/form-data'
  /** True when a `SelectionBar` in the form shows the form-level errors. */
  errorsBelow?: boolean
  /** The intent that Enter in a field sends, where the buttons of the form have intents. */
  intent?: string
  children: ReactNode
}

/**
 * Wraps the form of every command: hidden project and idempotency key, a banner of form-level
 * errors, a hidden first submit button so that Enter saves (and does not press "Remove line"), and
 * one submission at a time.
 */
export function CommandForm<F extends Record<string, unknown>>(props: Props<F>) {
  const { form, project, idempotencyKey, action, className, encType, errorsBelow, intent } = props
  const { children } = props
  const busy = useNavigation().state === 'submitting'
  const { onSubmit, ...formProps } = getFormProps(form)
  return (
    <FormProvider context={form.context}>
      <Form
        method="post"
        action={action}
        encType={encType}
        {...formProps}
        className={className}
        onSubmit={(event) => (busy ? event.preventDefault() : onSubmit(event))}
      >
        <button
          type="submit"
          tabIndex={-1}
          aria-hidden="true"
          className="sr-only"
          {...(intent ? { name: 'intent', value: intent } : null)}
        >
          Save
        </button>
        {project ? <input type="hidden" name="project" value={project} /> : null}
        {/* A form that came back keeps its key, whatever key the loader has now: if the command
            did run, it does not run again. */}
        {idempotencyKey ? (
          <input
            type="hidden"
            name="idempotencyKey"
            value={form.sentIdempotencyKey ?? idempotencyKey}
          />
        ) : null}
        {errorsBelow ? null : <ErrorBanner id={form.errorId} errors={form.errors} />}
        {children}
      </Form>
    </FormProvider>
  )
}
