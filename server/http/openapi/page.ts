import type { InterfaceLanguage } from '../../../contract/site/interface-language.ts';
import { html, renderPage, type Html } from '../../markup/html.ts';
import type { OpenApi } from './document.ts';
import type { Operation, Parameter } from './operation.ts';
import type { Response } from './media.ts';
import { propertiesTable, schemaId, typeText } from './schema-text.ts';
import { style } from './page-style.ts';

/** The description as one HTML page without scripts; every operation and schema has an anchor. */
export function docsPage({ info, tags, paths, components }: OpenApi, language: InterfaceLanguage) {
  const words = texts[language];
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const byTag = tags.map(({ name, description }) => ({
    name,
    description,
    operations: operations.filter(({ operation }) => operation.tags.includes(name)),
  }));
  return renderPage({
    status: 200,
    language,
    title: `${info.title} ${info.version} – ${words.title}`,
    style,
    headers: { 'cache-control': 'public, no-cache' },
    body: html`<header>
        <h1>${info.title} <small>${info.version}</small></h1>
        <p>
          ${words.intro} <a href="/openapi.json">/openapi.json</a> ·
          <a href="?lang=${words.otherCode}">${words.other}</a>
        </p>
      </header>
      <nav aria-label="${words.contents}">
        <ul>
          ${byTag.map(
            (tag) =>
              html`<li>
                <details>
                  <summary>${tag.name}</summary>
                  <ul>
                    ${tag.operations.map(
                      ({ method, path, operation }) =>
                        html`<li>
                          <a href="#${operation.operationId}"><b>${method}</b> ${shortPath(path)}</a>
                        </li>`,
                    )}
                  </ul>
                </details>
              </li>`,
          )}
          <li><a href="#schemas">${words.schemas}</a></li>
        </ul>
      </nav>
      <main>
        ${byTag.map(
          (tag) =>
            html`<section>
              <h2>${tag.name}</h2>
              <p>${tag.description}</p>
              ${tag.operations.map((entry) => operationSection(entry, words))}
            </section>`,
        )}
        <section>
          <h2 id="schemas">${words.schemas}</h2>
          ${Object.entries(components.schemas).map(
            ([name, schema]) =>
              html`<article id="${schemaId(name)}">
                <h3>${name}</h3>
                <p>${typeText(schema)}</p>
                ${propertiesTable(schema)}
              </article>`,
          )}
        </section>
      </main>`,
  });
}

type Words = (typeof texts)[InterfaceLanguage];

interface Entry {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

function operationSection({ method, path, operation }: Entry, words: Words): Html {
  const { parameters = [], requestBody, responses, security } = operation;
  return html`<article id="${operation.operationId}">
    <h3>
      <a href="#${operation.operationId}"><b>${method}</b> <code>${path}</code></a>
    </h3>
    <p>${operation.summary}${security.length > 0 ? html` <em>${words.administrator}</em>` : ''}</p>
    ${parameters.length === 0 ? [] : [html`<h4>${words.parameters}</h4>`, parameterTable(parameters, words)]}
    ${
      requestBody === undefined
        ? []
        : [
            html`<h4>${words.body} <small>${Object.keys(requestBody.content).join(', ')}</small></h4>`,
            ...Object.values(requestBody.content)
              .slice(0, 1)
              .map(
                ({ schema, example }) =>
                  html`<p>${typeText(schema)}</p>
                    ${propertiesTable(schema)} ${exampleBlock(example, words)}`,
              ),
          ]
    }
    <h4>${words.responses}</h4>
    ${Object.entries(responses).map(([status, response]) => responseSection(status, response, words))}
  </article>`;
}

const parameterTable = (parameters: readonly Parameter[], words: Words): Html =>
  html`<table>
    ${parameters.map(
      ({ name, in: place, required, schema, description }) =>
        html`<tr>
          <td>
            <code>${name}</code>${required ? html`<b title="${words.required}">*</b>` : ''}
            <small>${place}</small>
          </td>
          <td>${typeText(schema)}</td>
          <td>${description ?? ''}</td>
        </tr>`,
    )}
  </table>`;

/** A recorded request or reply, folded; empty where there is none. */
const exampleBlock = (example: unknown, words: Words): Html =>
  example === undefined
    ? html``
    : html`<details>
        <summary>${words.example}</summary>
        <pre tabindex="0">${JSON.stringify(example, undefined, 2)}</pre>
      </details>`;

function responseSection(status: string, response: Response, words: Words): Html {
  const [media] = Object.entries(response.content ?? {});
  const events = response['x-events'] ?? [];
  return html`<details>
    <summary><b>${status}</b> ${response.description} <small>${media?.[0] ?? ''}</small></summary>
    ${
      media === undefined
        ? []
        : [
            html`<p>${typeText(media[1].schema)}</p>`,
            propertiesTable(media[1].schema),
            exampleBlock(media[1].example, words),
          ]
    }
    ${
      events.length === 0
        ? []
        : [
            html`<table>
              ${events.map(
                ({ event, description, data }) =>
                  html`<tr>
                    <td><code>${event}</code></td>
                    <td>${typeText(data)}</td>
                    <td>${description}</td>
                  </tr>`,
              )}
            </table>`,
          ]
    }
  </details>`;
}

const shortPath = (path: string) => path.replace(/^\/apis\/[^/]+/, '');

const texts = {
  zh: {
    title: '接口说明',
    intro: '由服务自身用来解析和校验的定义生成。',
    contents: '目录',
    other: 'English',
    otherCode: 'en',
    schemas: '数据结构',
    parameters: '参数',
    body: '请求体',
    responses: '响应',
    example: '示例',
    required: '必填',
    administrator: '仅管理员',
  },
  en: {
    title: 'API reference',
    intro: 'Made from the definitions that the service itself parses and checks by.',
    contents: 'Contents',
    other: '中文',
    otherCode: 'zh',
    schemas: 'Schemas',
    parameters: 'Parameters',
    body: 'Request body',
    responses: 'Responses',
    example: 'Example',
    required: 'required',
    administrator: 'administrators only',
  },
} as const;
