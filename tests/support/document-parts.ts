import { randomUUID } from 'node:crypto'
import type { Fixture } from './fixture.ts'
import { withoutTriggers } from './without-triggers.ts'

/** The answer of `files_and_comments`, as far as tests read it. */
export interface DocumentParts {
  may_attach: boolean
  files: { id: string; name: string; may_remove: boolean }[]
  comments: {
    id: string
    note: string | null
    mentions: string[]
    created_by: string
    removed_by: string | null
    may_remove: boolean
  }[]
  readers: string[]
  names: Record<string, string>
}

/** Files and comments of documents, each step through its command. */
export function documentParts(fixture: Fixture, project: 'a' | 'b' = 'a') {
  const staff = () =>
    project === 'a' ? fixture.role['expenses and disbursements'] : fixture.expensesB
  const rpc = <T>(user: string, name: string, args: Record<string, unknown>) =>
    fixture.db.rpc<T>(user, name, {
      ...{ p_project: fixture[project], p_idempotency_key: randomUUID() },
      ...args,
    })

  return {
    /** Puts a name into the bucket as somebody, as an upload does; answers its path. */
    async upload(kind: string, id: string, user = staff()) {
      const path = `${fixture[project]}/${kind}/${id}/${randomUUID()}.pdf`
      await fixture.db.as(
        user,
        "insert into storage.objects (bucket_id, name) values ('documents', $1)",
        [path],
      )
      return path
    },
    attach: (kind: string, id: string, paths: string | string[], user = staff()) =>
      rpc<{ id: string }>(user, 'attach_files', {
        ...{ p_kind: kind, p_document: id },
        p_files: [paths].flat().map((path) => ({ name: 'Receipt.pdf', path })),
      }),
    /** Attaches one file; answers its id. */
    async attachOne(kind: string, id: string, path: string, user = staff()) {
      await this.attach(kind, id, path, user)
      const [row] = await fixture.db.sql<{ id: string }>(
        'select id from public.document_files where path = $1',
        [path],
      )
      return row!.id
    },
    /** Sends a file and attaches it; answers its id. */
    async add(kind: string, id: string, user = staff()) {
      return this.attachOne(kind, id, await this.upload(kind, id, user), user)
    },
    detach: (file: string, user = staff()) =>
      rpc<{ bucket: string; path: string }>(user, 'detach_file', { p_file: file }),
    comment: (user: string, kind: string, id: string, note: string, mentions: string[] = []) =>
      rpc<{ id: string }>(user, 'add_comment', {
        ...{ p_kind: kind, p_document: id },
        p_comment: { note, mentions },
      }),
    uncomment: (user: string, comment: string) =>
      rpc(user, 'remove_comment', { p_comment: comment }),
    /** Takes the moment of a file or comment back by 16 minutes. */
    backdate: (table: 'document_files' | 'document_comments', id: string) =>
      withoutTriggers(fixture, `public.${table}`, 'user', () =>
        fixture.db.sql(
          `update public.${table} set created_at = now() - interval '16 minutes' where id = $1::uuid`,
          [id],
        ),
      ),
    async read(kind: string, id: string, user: string, all = false): Promise<DocumentParts> {
      const [row] = await fixture.db.as<{ parts: DocumentParts }>(
        user,
        'select public.files_and_comments($1::uuid, $2, $3::uuid, $4::text::boolean) as parts',
        [fixture[project], kind, id, String(all)],
      )
      return row!.parts
    },
  }
}
