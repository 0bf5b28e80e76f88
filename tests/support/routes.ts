import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { RouteConfigEntry } from '@remix-run/route-config'
import ts from 'typescript'
import routes from '../../app/routes.ts'

/** Names the guard of a loader or action: its first statement, or the permission of a form action. */
export interface Guard {
  kind: 'requirePermission' | 'requireUser' | 'requireAdmin' | 'requireAccount' | 'publicRoute'
  /**
   * The arguments of requirePermission, any of which is enough; empty when the source does not
   * name them.
   */
  permissions: string[]
}

/** One address of the product, or a layout around some. */
export interface TableRoute {
  /** The address from the root, as in the route list; null for a layout. */
  address: string | null
  file: string
  /** The route's id in Remix (`?_data=`). */
  id: string
  /** undefined: there is none; null: there is one without a guard. */
  loader: Guard | null | undefined
  action: Guard | null | undefined
}

const GUARDS = ['requirePermission', 'requireUser', 'requireAdmin', 'requireAccount', 'publicRoute']

/** The route table with the guards of its modules, read from the source. */
export async function routeTable(): Promise<TableRoute[]> {
  return [{ file: 'root.tsx', id: 'root' }, ...flat(await routes)].map((entry) => {
    const file = path.join('app', entry.file)
    const module = parse(file)
    return {
      address: 'address' in entry ? entry.address : null,
      file,
      id: entry.id ?? entry.file.replace(/\.tsx?$/, ''),
      loader: guardOf(module, 'loader'),
      action: guardOf(module, 'action'),
    }
  })
}

/** Routes that let in only whom their guard lets in: all but public ones and those of one's own account. */
export async function guardedRoutes(): Promise<TableRoute[]> {
  return (await routeTable()).filter(
    ({ address, loader, action }) =>
      address !== null &&
      [loader, action].some(
        (guard) => guard && !['publicRoute', 'requireAccount'].includes(guard.kind),
      ),
  )
}

/** An address with an id of nothing in place of each parameter. */
export const concreteAddress = (address: string) =>
  address.replace(':kind', 'booking').replaceAll(':id', randomUUID()).replace('*', 'nowhere')

function flat(
  entries: RouteConfigEntry[],
  parent = '',
): (RouteConfigEntry & { address: string | null })[] {
  return entries.flatMap((entry) => {
    const address = entry.path === undefined && !entry.index ? null : join(parent, entry.path)
    return [{ ...entry, address }, ...flat(entry.children ?? [], address ?? parent)]
  })
}

const join = (parent: string, child = '') => `/${[parent, child].join('/')}`.replace(/\/+/g, '/')

function parse(file: string): ts.SourceFile {
  if (!existsSync(file)) throw new Error(`${file} is in the route table but not on disk.`)
  return ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
}

const FORM_ACTIONS = '~/platform/forms/form-action.server'

/**
 * Finds the guard: an exported function whose first statement calls one, or a form action of the platform, which begins
 * with its permission. Anything else is no guard.
 */
function guardOf(module: ts.SourceFile, name: string): Guard | null | undefined {
  for (const statement of module.statements) {
    const form = ts.isVariableStatement(statement) && formAction(module, statement, name)
    if (form) return form
    const declared = ts.isFunctionDeclaration(statement) && statement.name?.text === name
    if (declared) return statement.body ? firstCall(statement.body.statements[0]) : null
    if (exportsOtherwise(statement, name)) return null
  }
  return undefined
}

/** `export const action = formAction({ permission: … })`, or `adminAction({ … })`, of the platform. */
function formAction(
  module: ts.SourceFile,
  { modifiers, declarationList: { declarations } }: ts.VariableStatement,
  name: string,
): Guard | null {
  const [declared] = declarations
  const call = declared?.initializer
  const isExported = modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
  if (!isExported || declarations.length > 1 || declared?.name.getText() !== name) return null
  if (!call || !ts.isCallExpression(call)) return null
  const maker = call.expression.getText()
  if (!importedNames(module, FORM_ACTIONS).includes(maker)) return null
  if (['adminAction', 'adminActions'].includes(maker))
    return { kind: 'requireAdmin', permissions: [] }
  const [options] = call.arguments
  const permission =
    options && ts.isObjectLiteralExpression(options)
      ? options.properties.find((each) => each.name?.getText() === 'permission')
      : undefined
  if (!permission || !ts.isPropertyAssignment(permission)) return null
  const { initializer: wanted } = permission
  if (wanted.kind === ts.SyntaxKind.NullKeyword) return { kind: 'requireUser', permissions: [] }
  const list = ts.isArrayLiteralExpression(wanted) ? [...wanted.elements] : [wanted]
  return {
    kind: 'requirePermission',
    permissions: texts(list),
  }
}

const texts = (list: readonly ts.Expression[]) =>
  list.filter(ts.isStringLiteral).map(({ text }) => text)

function importedNames(module: ts.SourceFile, from: string): string[] {
  return module.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement)) return []
    const { moduleSpecifier, importClause } = statement
    const named = importClause?.namedBindings
    if (!ts.isStringLiteral(moduleSpecifier) || moduleSpecifier.text !== from) return []
    return named && ts.isNamedImports(named) ? named.elements.map(({ name }) => name.text) : []
  })
}

function exportsOtherwise(statement: ts.Statement, name: string): boolean {
  if (ts.isExportDeclaration(statement)) {
    const { exportClause } = statement
    if (!exportClause || !ts.isNamedExports(exportClause)) return true
    return exportClause.elements.some((element) => element.name.text === name)
  }
  return (
    ts.isVariableStatement(statement) &&
    statement.declarationList.declarations.some(
      (declaration) => ts.isIdentifier(declaration.name) && declaration.name.text === name,
    )
  )
}

/** `const { … } = await guard(context, …)` or `[await] guard(context, …)`. */
function firstCall(statement: ts.Statement | undefined): Guard | null {
  let expression: ts.Expression | undefined
  if (statement && ts.isVariableStatement(statement))
    expression = statement.declarationList.declarations[0]?.initializer
  else if (statement && ts.isExpressionStatement(statement)) expression = statement.expression
  const awaited = expression !== undefined && ts.isAwaitExpression(expression)
  if (expression && ts.isAwaitExpression(expression)) expression = expression.expression
  if (!expression || !ts.isCallExpression(expression)) return null
  const kind = expression.expression.getText() as Guard['kind']
  // A guard that nobody waits for guards nothing.
  if (!GUARDS.includes(kind) || (kind !== 'publicRoute' && !awaited)) return null
  return {
    kind,
    permissions: texts(expression.arguments),
  }
}
