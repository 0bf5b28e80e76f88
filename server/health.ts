import type { RequestHandler } from 'express'
import type { Backend } from './backend.ts'
import { personClient } from './supabase.ts'

const PATIENCE_MS = 3000

/** GET /health: which backend serves, whether its database answers, how many migrations it has; 503 if not. */
export function health(backend: Backend): RequestHandler {
  return async (_request, response) => {
    response.setHeader('Cache-Control', 'no-store')
    const [answers, schema] = await Promise.all([databaseAnswers(backend), migrations(backend)])
    response.status(answers ? 200 : 503).json({
      status: answers ? 'ok' : 'unavailable',
      backend: backend.kind,
      database: answers,
      ...schema,
    })
  }
}

/** Asks a question that anyone is refused: the refusal comes from the database itself. */
async function databaseAnswers(backend: Backend): Promise<boolean> {
  const { error } = await personClient(backend)
    .rpc('current_identity')
    .abortSignal(AbortSignal.timeout(PATIENCE_MS))
  return error === null || error.code === '42501'
}

/** Only the embedded server tells; on hosted Supabase `supabase migration list` does. */
async function migrations(backend: Backend): Promise<object> {
  if (backend.kind === 'supabase') return {}
  try {
    const response = await backend.fetch(new URL('/kalakal/v1/health', backend.url), {
      headers: { apikey: backend.secretKey },
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    return (await response.json()) as object
  } catch {
    return {}
  }
}
