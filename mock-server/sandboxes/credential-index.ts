/** Finds the sandbox in which a secret is valid, if there is one. */
export interface CredentialIndex {
  ofCredential(username: string, password: string): string | undefined;
  ofStaticToken(token: string): string | undefined;
  ofManagerId(managerId: number): string | undefined;
}

/** The owner of calls for static data: no Credential has an empty user name. */
export const staticOwner = '';
