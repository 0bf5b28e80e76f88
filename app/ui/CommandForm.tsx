import {
  type FormMetadata,
  FormProvider,
  getFormProps,
  type SubmissionResult,
  useForm,
} from '@conform-to/react'
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4'
import { Form, useLocation, useNavigation } from '@remix-run/react'
import { type FormEvent, type ReactNode, useEffect, useMemo, useState } from 'react'
import type { z } from 'zod/mini'
import { ASK, withAskedIntent } from '~/platform/forms/own-result'
import { sanitizeSubmission } from '~/platform/forms/sanitize-submission'
import { wordSchemas } from '~/platform/forms/zod-messages'
import { AskedAct } from './ConfirmLine'
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
    onValidate: ({ formData }) => {
      const form = withAskedIntent(formData)
      return parseWithZod(prepare ? prepare(form) : form, { schema })
    },
    shouldValidate: 'onBlur',
    shouldRevalidate: 'onInput',
  })
  const sent: Sent = {
    sentIdempotencyKey: lastResult?.initialValue?.idempotencyKey as string | undefined,
    // A form that was refused is changed before it is confirmed again.
    sentAsk: lastResult?.status === 'success' ? lastResult.initialValue?.[ASK] : undefined,
    answer: lastResult,
  }
  // conform's form is a proxy that computes its properties, so it cannot hold others.
  const withSent = new Proxy(form, {
    get: (target, key) =>
      Object.hasOwn(sent, key) ? sent[key as keyof Sent] : Reflect.get(target, key),
  }) as typeof form & Sent
  return [withSent, fields] as const
}

/** The values that came back with a form. */
interface Sent {
  /** The idempotency key that was sent. */
  sentIdempotencyKey?: string
  /** The act that was asked about without scripts, to be confirmed. */
  sentAsk?: unknown
  answer?: unknown
}

interface Props<F extends Record<string, unknown>> {
  form: FormMetadata<F, string[]> & Sent
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
  /** The intent that Enter sends where its act is confirmed first. */
  ask?: string
  /** `get` for a form that only opens a page with the selection. */
  method?: 'get'
  children: ReactNode
}

/**
 * Wraps the form of every command: hidden project and idempotency key, a banner of form-level
 * errors, a hidden first submit button so that Enter saves (and does not press "Remove line"), and
 * one submission at a time.
 */
export function CommandForm<F extends Record<string, unknown>>(props: Props<F>) {
  const { form, project, idempotencyKey, action, className, encType, errorsBelow, intent, ask } =
    props
  const { method = 'post', children } = props
  const busy = useNavigation().state === 'submitting'
  const { onSubmit, ...formProps } = getFormProps(form)
  const [asked, setAsked] = useAskedAct(form)
  // A form that conform lets go is valid: the question is answered here, without the server.
  const send = (event: FormEvent<HTMLFormElement>) => {
    onSubmit(event)
    const { submitter } = event.nativeEvent as SubmitEvent
    if (!(submitter instanceof HTMLButtonElement) || submitter.name !== ASK) return
    if (!event.defaultPrevented) setAsked(submitter.value || null)
    event.preventDefault()
  }
  return (
    <FormProvider context={form.context}>
      <AskedAct.Provider value={asked}>
        <Form
          method={method}
          action={action}
          encType={encType}
          {...formProps}
          className={className}
          onSubmit={(event) => (busy ? event.preventDefault() : send(event))}
        >
          <button
            type="submit"
            tabIndex={-1}
            aria-hidden="true"
            className="sr-only"
            {...(ask
              ? { name: ASK, value: ask }
              : intent
                ? { name: 'intent', value: intent }
                : null)}
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
      </AskedAct.Provider>
    </FormProvider>
  )
}

/** Returns the act that waits for its confirmation; an answer to the form, or another page, ends it. */
function useAskedAct({ sentAsk, answer }: Sent) {
  const { key } = useLocation()
  const initial = typeof sentAsk === 'string' && sentAsk ? sentAsk : null
  const state = useState(initial)
  const [, setAsked] = state
  // biome-ignore lint/correctness/useExhaustiveDependencies: another answer or address ends it
  useEffect(() => setAsked(initial), [initial, answer, key])
  return state
}
