import { type ControlEndpoint, controlEndpoints } from '#contracts/control';
import { ControlRefusal, unknownName } from './refusal.ts';

/** Why no endpoint answers a method and path: another method is wanted (405), or a path is spelt otherwise (404). */
export function refuseAddress(method: string, path: string): ControlRefusal {
  const endpoints = Object.values<ControlEndpoint>(controlEndpoints);
  const allowed = endpoints
    .filter(endpoint => filled(endpoint.path, path) === path)
    .map(endpoint => endpoint.method);
  if (allowed.length > 0) {
    const allow = allowed.join(', ');
    return new ControlRefusal('MethodNotAllowed', `${method} ${path}: this path takes ${allow}`, {
      details: [{ field: 'method', message: `takes ${allow}`, value: method, valid: allowed }],
      headers: { allow },
    });
  }
  const paths = new Set(endpoints.map(endpoint => filled(endpoint.path, path)));
  const detail = unknownName({ field: 'path', value: path, what: `no ${path} here` }, paths);
  return new ControlRefusal('NotFound', detail.message, { details: [detail] });
}

/** The path of an endpoint with its parameters as another path has them at the same places. */
function filled(pattern: string, path: string): string {
  const steps = path.split('/');
  return pattern
    .split('/')
    .map((step, index) => (step.startsWith('{') ? steps[index] || step : step))
    .join('/');
}
