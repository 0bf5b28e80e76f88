import { namesOf } from '~/modules/people/queries.server'
import { orNotFound } from '~/platform/db/command.server'
import type { MakeIntent } from '~/platform/forms/form-action.server'
import { mentionsIn } from '~/platform/forms/mentions'
import { problem } from '~/platform/request/errors'
import type { ReadDocument } from '../document.server'
import { commentSchema, uncommentSchema } from '../schema'

/** The forms that add a comment to a document, and remove one. */
export function commentIntents(intent: MakeIntent<ReadDocument>) {
  return {
    comment: intent({
      schema: commentSchema,
      command: async ({ db, projectId, run, document, value: { note, mention } }) => {
        const names = await namesOf(db, projectId)
        const people = [...names].map(([id, name]) => ({ id, name }))
        const name = mention && names.get(mention)
        const written =
          name && !mentionsIn(note, people).includes(mention) ? `@${name} ${note}` : note
        return orNotFound(
          run('add_comment', {
            p_kind: document.kind,
            p_document: document.id,
            p_comment: { note: written, mentions: mentionsIn(written, people) },
          }),
        )
      },
      done: (_, { document }) => ({ to: `${document.back}#comments`, text: 'Comment added.' }),
    }),
    uncomment: intent({
      schema: uncommentSchema,
      command: async ({ run, value: { comment } }) => {
        if (!comment) throw problem(400)
        return orNotFound(run('remove_comment', { p_comment: comment }))
      },
      done: (_, { document }) => ({
        to: `${document.back}#comments`,
        text: 'The comment is removed.',
        tone: 'info',
      }),
    }),
  }
}
