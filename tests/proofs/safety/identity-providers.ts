import type { SectionRows } from '../../../scripts/proofs/rows.ts'

const token = (test: string): string => `authenticate > a bearer token > ${test}`
const first = (test: string): string => `authenticate > the first sign-in with another provider > ${test}`
const keys = (test: string): string => `token-verifier > the keys of a provider > ${test}`
const foreign = (test: string): string => `foreign-provider > an identity provider of somebody else's > ${test}`
const refusedInItsWords = foreign(
  'whose account has no verified address is refused in its words, without a loop, and may sign in as somebody else',
)
const renewsAndSignsOut = foreign('signs in, renews silently, after a reload too, and signs out')
const withSettings = 'identity > a token for * with *: *'
const inTheRequest = 'asks for the audience and the resource that are configured, and for neither otherwise'

/** Identity providers of others: what can be set, what refusals say, and one that is run in a browser. */
export const identityProviders: SectionRows = {
  document: 'H',
  section: 9,
  rows: {
    rule: {
      'Scope, audience and resource can be set; console and service both use them': [
        'the environment > takes what such a provider is asked for',
        'config > tells the console what to ask another provider for, and nothing more',
        inTheRequest,
        withSettings,
      ],
      'They are refused for the embedded provider': 'the environment > refuses OIDC_SCOPE for the embedded provider',
      'Keys of any asymmetric kind, without names, and rotated moments ago': [
        keys('may be of the kind EdDSA'),
        keys('may be several without names, of which any may have signed'),
        keys('may be rotated moments after they were fetched: a token with the new one is accepted soon'),
      ],
      'An audience that every client gets counts only in tokens of our client':
        'an audience that every client gets > counts only in tokens of our own client',
      'The mail address comes from the token or from userinfo, signed or not, of this very person': [
        first('asks the provider for the address when the token has none'),
        first('reads userinfo that the provider signs'),
      ],
      'Addresses count as verified by email_verified, by xms_edov, or where the operator says so':
        'token-verifier > the mail address of a token > *',
      'The first calls of a newly known person come at once and all get in': first(
        'lets all of the first calls in, which come at the same time',
      ),
      'Pages may call every address that the provider names': 'adds the origins of other addresses to those that a page may call',
      'Renewal needs no frame where there is a refresh token, and goes on without one': [
        'renews by refresh token where the provider gives one: no frame, no cookie',
        'goes on without a refresh token that the provider refuses (*), and without a frame where it refuses frames',
      ],
      'A short-lived token is renewed once, at half its life':
        'renews a token that lives for a minute once at half its life, not over and over',
      'A provider without an address for signing out is asked for a fresh sign-in the next time':
        'the end of a session > has the next sign-in ask who it is: signed out where the provider has no address for that',
    },
    error: {
      'The token is for something else: for what, and what was expected': [
        token('that is for another service is refused with a sentence that says so'),
        withSettings,
      ],
      'The issuer differs': token('that is from another issuer is refused with a sentence that says so'),
      'The token has expired': token('that has expired is refused with a sentence that says so'),
      'The token is no JWT, and which settings bring one': token('that is no JWT says which settings bring one'),
      'The address is not verified': first('does not take an address that nobody verified'),
      'The address is missing, and which scope brings it': first(
        'says which claim and which scope are missing where the provider gives no address',
      ),
      'The challenge carries the sentence in the characters of RFC 6750': token(
        'writes nothing into the header but what RFC 6750 allows there',
      ),
      'The page shows it after the sign-in, without a loop': [
        refusedInItsWords,
        "the end of a session > keeps the service's reason on the page: no way to the provider and back, no loop",
        'says in the words of the service why it did not accept who signed in',
      ],
      "The provider's own refusal is shown with its code":
        "start-failure > shows the provider's sentence with its code, by which its documentation explains it",
    },
    state: {
      'A provider of somebody else is run in a browser: sign-in, silent renewal, sign-out': renewsAndSignsOut,
      'A right that is taken away meanwhile: refused and said, typed work stays': foreign(
        'keeps what is typed when a right is taken away meanwhile, and says that it was',
      ),
      'A session that has ended: asked again, typed work is saved': foreign(
        'asks again in a window in front when it has forgotten the session, and what was typed is saved',
      ),
    },
  },
}
