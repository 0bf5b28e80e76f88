import type { SubmissionResult } from '@conform-to/react'
import { Link } from '@remix-run/react'
import { commentPieces } from '~/platform/forms/mentions'
import { ownResult } from '~/platform/forms/own-result'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { ConfirmForm } from '~/ui/ConfirmForm'
import { EmptyState } from '~/ui/EmptyState'
import { DateText } from '~/ui/Figures'
import { FormActions } from '~/ui/FormGrid'
import { MentionField } from '~/ui/MentionField'
import { Panel } from '~/ui/Panel'
import { SubmitButton } from '~/ui/SubmitButton'
import { KINDS_WITH_FILES } from '../kinds'
import type { DocumentComment, DocumentParts } from '../parts.server'
import { commentSchema } from '../schema'

interface Props {
  parts: DocumentParts
  /** The address of its forms. */
  action: string
  lastResult?: SubmissionResult<string[]>
}

/** Shows the comments on a document, the newest first, and adds one. */
export function CommentsPanel({ parts, action, lastResult }: Props) {
  const { comments, more } = parts
  return (
    <Panel title="Comments" flush id="comments">
      <CommentForm
        key={parts.idempotencyKeys.comment}
        {...{ parts, action }}
        lastResult={ownResult(lastResult, 'comment')}
      />
      {comments.length > 0 ? (
        <ol className="divide-y divide-line border-t border-line">
          {comments.map((comment) => (
            <li key={comment.id} className="px-4 py-3">
              <Comment comment={comment} parts={parts} action={action} lastResult={lastResult} />
            </li>
          ))}
        </ol>
      ) : (
        <EmptyState line title="No comments yet" />
      )}
      {more ? (
        <p className="border-t border-line px-4 py-3">
          <Link to={action} className="font-medium text-accent hover:underline">
            Older comments
          </Link>
        </p>
      ) : null}
    </Panel>
  )
}

function Comment({ comment, parts, action, lastResult }: Props & { comment: DocumentComment }) {
  const { names } = parts
  const nameOf = (id: string | null) => (id && names[id]) || 'Former member'
  const refused = ownResult(lastResult, 'uncomment')
  if (comment.note === null)
    return (
      <p className="text-muted">
        {nameOf(comment.removedBy)} removed a comment
        {comment.removedBy === comment.createdBy ? null : ` by ${nameOf(comment.createdBy)}`}.
      </p>
    )
  const mentioned = comment.mentions.map((id) => ({ id, name: names[id] ?? '' }))
  return (
    <>
      <div className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-medium">{nameOf(comment.createdBy)}</span>
        <span className="text-xs text-muted">
          <DateText value={comment.createdAt} timeZone={parts.timeZone} />
        </span>
        {comment.mayRemove ? (
          <span className="ml-auto">
            <ConfirmForm
              trigger="Remove"
              triggerClass="text-xs font-medium text-danger hover:underline max-sm:py-2"
              title="Remove comment"
              body="The comment is shown as removed. The audit trail keeps its text."
              label="Remove comment"
              danger
              action={action}
              values={{
                project: parts.project,
                idempotencyKey: parts.idempotencyKeys.uncomment,
                intent: 'uncomment',
                comment: comment.id,
              }}
              errors={
                refused?.initialValue?.comment === comment.id ? (refused.error?.[''] ?? null) : null
              }
            />
          </span>
        ) : null}
      </div>
      <p className="mt-0.5 break-words whitespace-pre-wrap">
        {commentPieces(comment.note, mentioned).map(({ text, person, at }) =>
          person ? (
            <span key={at} className="font-medium text-accent">
              {text}
            </span>
          ) : (
            text
          ),
        )}
      </p>
    </>
  )
}

function CommentForm({ parts, action, lastResult }: Props) {
  const [form, fields] = useCommandForm({ id: 'comment', schema: commentSchema, lastResult })
  return (
    <div className="p-4">
      <CommandForm
        form={form}
        project={parts.project}
        idempotencyKey={parts.idempotencyKeys.comment}
        action={action}
        intent="comment"
      >
        <MentionField
          field={fields.note}
          label="New comment"
          rows={2}
          hint={`Visible to all users who can open this ${KINDS_WITH_FILES[parts.kind].word}. Type @ to mention one.`}
          people={parts.people}
          mention="mention"
        />
        <FormActions>
          <SubmitButton variant="secondary" name="intent" value="comment">
            Comment
          </SubmitButton>
        </FormActions>
      </CommandForm>
    </div>
  )
}
