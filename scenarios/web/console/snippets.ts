import type { SandboxView } from '#contracts/control';

/** The data that a first call needs. */
export type Target = Pick<SandboxView, 'baseUrl' | 'credential' | 'clock'>;

const day = 86_400_000;

/** Returns the body of a Search for one hotel, a month ahead on the clock of the sandbox. */
export function searchBody({ credential, clock }: Target): object {
  const date = (days: number) => new Date(Date.parse(clock.now) + days * day).toISOString().slice(0, 10);
  return {
    Credential: credential,
    Criteria: {
      HotelIds: [1003001],
      CheckinDate: date(30),
      CheckoutDate: date(32),
      SearchRooms: [{ NumAdults: 2 }],
      Nationality: 'BR',
    },
  };
}

/**
 * Returns the first call to a sandbox in several languages. The texts of each call are escaped for its language.
 *
 * @param path the path of Search on this server
 */
export function snippetsOf(target: Target, path: string): Readonly<Record<string, string>> {
  const url = target.baseUrl + path;
  const body = JSON.stringify(searchBody(target));
  return {
    curl: `curl -s ${shell(url)} \\\n  -H 'Content-Type: application/json' \\\n  -d ${shell(body)}`,
    TypeScript: `const answer = await fetch(${JSON.stringify(url)}, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(${JSON.stringify(searchBody(target), null, 2).replaceAll('\n', '\n  ')}),
});
console.log(answer.status, await answer.json());`,
    Python: `import json, urllib.request

body = json.loads(${JSON.stringify(body)})
request = urllib.request.Request(
    ${JSON.stringify(url)},
    data=json.dumps(body).encode(),
    headers={"Content-Type": "application/json"},
)
with urllib.request.urlopen(request) as answer:
    print(answer.status, json.load(answer))`,
    Java: `var request = java.net.http.HttpRequest.newBuilder(java.net.URI.create(${JSON.stringify(url)}))
    .header("Content-Type", "application/json")
    .POST(java.net.http.HttpRequest.BodyPublishers.ofString(${JSON.stringify(body)}))
    .build();
var answer = java.net.http.HttpClient.newHttpClient()
    .send(request, java.net.http.HttpResponse.BodyHandlers.ofString());
System.out.println(answer.statusCode() + " " + answer.body());`,
  };
}

const shell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
