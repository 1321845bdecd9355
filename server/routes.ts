import type { FastifyInstance } from 'fastify'
import { registerApiTokens } from './api-tokens/routes.ts'
import type { Database } from './db/database.ts'
import { ACCOUNTS } from './demo/tenants/accounts.ts'
import { entityRoutes } from './entities/http/routes.ts'
import type { Env } from './env/env.ts'
import { registerAuthentication } from './identity/tokens/authenticate.ts'
import { issuerOf, registerIdentity } from './identity/identity.ts'
import { loadTexts } from './identity/pages/texts.ts'
import { registerLiveSessions } from './livemon/routes.ts'
import { registerLiveViews } from './livemon/view-routes.ts'
import { createMailer } from './mail/mailer.ts'
import { registerSchemaChanges } from './evolution/routes.ts'
import { registerOperations } from './operations/routes.ts'
import type { ThisCopy } from './operations/this-copy.ts'
import { registerSupervision } from './supervision/routes.ts'
import { registerContents, registerDocs } from './plugins/docs.ts'
import { registerServerTiming } from './plugins/server-timing.ts'
import { refuseUnknownParameters } from './plugins/parameters.ts'
import { registerUnsubscribing } from './notifications/unsubscribe-routes.ts'
import { setWebhookPolicy } from './notifications/webhook-policy.ts'
import { registerInvitations } from './user-api/invitations.ts'
import { registerUserApi } from './user-api/routes.ts'
import { registerViewContexts, registerViews } from './views/view-routes.ts'

/** Everything that is about people and records: sign-in, documentation, and the calls that need a caller. */
export async function registerRoutes(
  app: FastifyInstance,
  { env, database, copy }: { env: Env; database: Database; copy?: ThisCopy },
): Promise<void> {
  setWebhookPolicy(database, env.webhooks)
  registerUnsubscribing(app, { database, texts: loadTexts(env.root) })
  await registerDocs(app, env)
  const demoMails = env.demo ? ACCOUNTS.map(({ mail }) => mail) : []
  const { mail } = env
  const authentication = await registerIdentity(app, { env, db: database, demoMails })
  await registerLiveViews(app, { db: database, env })
  await registerViews(app, { db: database, env })
  await app.register(async (scope) => {
    registerServerTiming(scope)
    registerAuthentication(scope, authentication)
    refuseUnknownParameters(scope)
    registerContents(scope, env)
    registerUserApi(scope, { db: database })
    registerInvitations(scope, {
      db: database,
      publicUrl: env.publicUrl,
      isEmbedded: issuerOf(env) !== '' && env.oidc.issuer === undefined,
      texts: loadTexts(env.root),
      mailer: mail && createMailer(mail),
    })
    registerApiTokens(scope, { db: database, issuer: env.oidc.clientId === '' ? undefined : env.oidc.issuer })
    registerLiveSessions(scope, { db: database, isSecure: env.publicUrl.startsWith('https:') })
    registerSupervision(scope, database)
    registerOperations(scope, { db: database, copy })
    registerSchemaChanges(scope, database)
    registerViewContexts(scope, database)
    await entityRoutes(database)(scope)
  })
}
