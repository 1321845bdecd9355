import type { SectionRows } from '../../../scripts/proofs/rows.ts'

const unproven = (fact: string): string => `a link for an address that is not proven > ${fact}`
const link = (fact: string): string => `a link > ${fact}`
const role = (fact: string): string => `a role > ${fact}`
const mail = (fact: string): string => `an invitation that is mailed > ${fact}`
const before = (fact: string): string => `a database of before > ${fact}`

/** Invitations and sessions: what opens a right is proven to the one who granted it. */
export const invitations: SectionRows = {
  document: 'H',
  section: 4,
  rows: {
    state: {
      'A role is pending until its person has proven the address to who could give it; the list says so': [
        'people and their roles on * > are attached by mail: who is new begins with it as a name, who is known keeps what they are called, however it is written',
        'people and their roles on * > are invited by who may give the role, for each role by a link of its own, and keep the name that they say in every role',
      ],
      'Nobody runs the platform who is pending':
        'people and their roles on * > leave the platform its last super administrator, also when two of them detach each other at once',
      'People of a spreadsheet and contacts of new tenants are pending as well': [
        role('is pending for people of a spreadsheet whose address is not proven, and counts at once for others'),
        role('of a contact who becomes administrator of a new tenant is pending as well'),
      ],
      'A role that comes back is looked at anew': [
        role('comes back active to whoever proved the address to those who restore it'),
        link('ends with the role, and does not come back with it'),
      ],
      'Databases of before keep what was proven, and nothing else': [
        before('keeps the roles of who is *, and takes the address for proven'),
        before('keeps the roles of who is *, and takes the address for proven where these are'),
        before('lets the roles of who is * wait'),
      ],
    },
    right: {
      'A link that was kept opens what its issuer could give, and nothing of what others gave since': unproven(
        'kept until somebody above has attached the same address opens what its issuer could give, and nothing else',
      ),
      'Who uses a link for an address of somebody else gets nothing of what others give to it': unproven(
        'used at once by its issuer gets nothing of what others give to the address later',
      ),
      'All access opens no pending role': unproven('gets nothing of what was given with all access either'),
      'A role that is raised above what the issuer could give is pending again': unproven(
        'gives nothing that was raised above what its issuer could give, before or after it was used',
      ),
      'The links of two tenants open one role each': link('of each of two tenants opens what that tenant gave, to whoever has the account'),
      'An account that is taken over leaves nothing to who had it': [
        link('for somebody whom nobody else counts on gives the account anew: whoever had it before has nothing any more'),
        mail('gives the account to whoever reads the mail, and takes it from whoever used another link before'),
      ],
      'Links are made for roles of one’s own part of the tree': link(
        'is made for roles of one’s own part of the tree alone, however they are named',
      ),
      'Passwords prove no address': role('is not confirmed by a password, nor by a change of it'),
      'Another address has no proof': role('is not proven by an address that the person does not have any more'),
      'An external provider confirms roles by a verified address alone':
        'the first sign-in with another provider > confirms the roles that wait for a proof, wherever they are, by a verified address only',
      'The embedded provider calls verified what was proven to everybody':
        'the embedded provider > calls an address verified that was proven to everybody, and no other',
    },
    limit: {
      'A link serves once, and ends by a newer one': link('ends by a newer one, by its use, and when two use it at once one of them does'),
      'A link ends after 72 hours': link('ends after 72 hours'),
      'A link ends by detaching, the first sign-in and the loss of the right of its issuer': [
        link('ends with the role, and does not come back with it'),
        link('ends with the first sign-in, whoever made it; a later one takes the password of the account'),
        link('ends with the right of its issuer to give the role'),
      ],
      'Links are stored as digests':
        'what somebody signs in with > stands in clear in no table, the journal with it, and in no line of the log',
      'Accounts of the demo world rest after wrong passwords as any other':
        'wrong passwords > make an account of the demo world rest, too, which has no password of its own',
      'The demo password is that of people whom the demo world made':
        'wrong passwords > are wrong for people whom the demo world has not made, even when they are the demo password',
    },
    rule: {
      'Invitations go out by mail, with a token that their issuer does not see': [
        mail('goes to the address, from the one that is configured, in text and HTML that say the same'),
        mail('speaks the language of whoever is invited, else that of whoever invites'),
        mail('holds what people are called as text'),
      ],
      'A mailed link proves the address to everybody, the one that is shown to its issuer alone': [
        mail('proves the address to everybody who has given it a role'),
        mail('proves nothing by the link that is shown beside it'),
      ],
      'A mail that cannot be sent is told': [
        mail('that the server does not take is told, and the link that is shown serves all the same'),
        mail('is not sent where the invitation is refused'),
      ],
    },
  },
}
