import { describe, expect, it } from 'vitest';
import { chunk, events, serveDialect, stream } from '../../../../../test/fakes/provider/serve-dialect.ts';

const { dialect, talk } = serveDialect();

describe('MOD6: streams that other clients read', () => {
  const whole = ['The ', 'library ', 'opens.'];
  it.each([
    [
      'single line ends',
      [
        ...whole.map((content) => `data: ${chunk({ content })}\n`),
        `data: ${chunk({}, 'stop')}\ndata: [DONE]\n`,
      ],
    ],
    [
      'single CRLF ends',
      whole.map((content, place) => `data:${chunk({ content }, place === 2 ? 'stop' : null)}\r\n`),
    ],
    [
      'frames by twos',
      [
        `data: ${chunk({ content: 'The ' })}\ndata: ${chunk({ content: 'library ' })}\n\n`,
        `data: ${chunk({ content: 'opens.' }, 'stop')}\ndata: [DONE]\n\n`,
      ],
    ],
    [
      'JSON over several lines',
      [
        `data: {"choices":\ndata: [{"delta":{"content":"The library opens."},\ndata: "finish_reason":"stop"}]}\n\ndata: [DONE]\n\n`,
      ],
    ],
    [
      'fields of other names between',
      [
        `id: 1\nevent: message\ndata: ${chunk({ content: 'The library ' })}\nid: 2\nevent: message\n`,
        `data: ${chunk({ content: 'opens.' }, 'stop')}\nid: 3\ndata: [DONE]\n`,
      ],
    ],
    [
      'lines of JSON',
      [`${chunk({ content: 'The library ' })}\n${chunk({ content: 'opens.' })}\n`, `${chunk({}, 'stop')}\n`],
    ],
    [
      'chunks glued together',
      [
        `data: ${chunk({ content: 'The ' })}${chunk({ content: 'library ' })}\n`,
        `data: ${chunk({ content: 'opens.' }, 'stop')}\n\n`,
      ],
    ],
    [
      'names of fields in capitals',
      [`DATA: ${chunk({ content: 'The library opens.' }, 'stop')}\n\nData:[DONE]\n\n`],
    ],
    [
      'chunks glued together in lines without a field',
      [
        `${chunk({ content: 'The ' })}${chunk({ content: 'library ' })}\n${chunk({ content: 'opens.' }, 'stop')}\n`,
      ],
    ],
    [
      'chunks of Ollama itself',
      [
        '{"message":{"role":"assistant","content":"The library "},"done":false}\n',
        '{"message":{"content":"opens."},"done":true,"done_reason":"stop","eval_count":3}\n',
      ],
    ],
    [
      'lists of chunks',
      [`data: [${chunk({ content: 'The library ' })},${chunk({ content: 'opens.' }, 'stop')}]\n\n`],
    ],
  ])('%s', async (_, texts) => {
    dialect.answer = (__, response) => stream(response, ...texts);
    expect((await talk().ask()).text).toBe('The library opens.');
    // Byte by byte as well.
    dialect.answer = (__, response) => stream(response, ...texts.join('').split(''));
    expect((await talk().ask()).text).toBe('The library opens.');
  });

  it.each([
    ['glued chunks', `${chunk({ content: 'The library ' })}${chunk({ content: 'opens.' }, 'stop')}`],
    ['chunks in lines', `${chunk({ content: 'The library ' })}\n\n${chunk({ content: 'opens.' }, 'stop')}\n`],
    [
      'an answer of Ollama itself',
      '{"message":{"content":"The library opens."},"done":true,"done_reason":"stop","prompt_eval_count":5,"eval_count":3}',
    ],
  ])('%s as a body of JSON', async (_, body) => {
    dialect.answer = (__, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(body);
    expect(await talk().ask()).toMatchObject({ text: 'The library opens.', reason: 'stop' });
  });

  it('a server that never names an end may just end, one that has named one may not', async () => {
    const { ask } = talk();
    const bare = `data: {"choices":[{"index":0,"delta":{"content":"The library opens."}}]}\n\n`;
    dialect.answer = (_, response) => stream(response, bare);
    expect((await ask()).text).toBe('The library opens.');
    dialect.answer = (_, response) => stream(response, bare, 'data: [DONE]\n\n');
    expect((await ask()).text).toBe('The library opens.');
    dialect.answer = (_, response) => stream(response, bare);
    await expect(ask()).rejects.toThrow(/broke off/);
    dialect.answer = (_, response) => stream(response, ...events(chunk({ content: 'The library ' })));
    await expect(talk().ask()).rejects.toThrow(/broke off/);
  });

  it('a finish reason that comes too early does not end an answer', async () => {
    dialect.answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(`data: ${chunk({ content: 'The ' }, 'stop')}\n\n`);
      setTimeout(() => response.end(events(chunk({ content: 'rest.' }, 'stop'), '[DONE]').join('')), 150);
    };
    expect((await talk().ask()).text).toBe('The rest.');
  });

  it('reasoning is the answer where a model stops without another', async () => {
    const said = (...finish: string[]) =>
      events(
        chunk({ role: 'assistant', content: null }),
        chunk({ reasoning_content: 'The library ' }),
        chunk({ reasoning_content: 'opens.' }),
        ...finish.map((one) => chunk({ content: null }, one)),
        '[DONE]',
      );
    dialect.answer = (_, response) => stream(response, ...said('stop'));
    expect((await talk().ask()).text).toBe('The library opens.');
    dialect.answer = (_, response) => stream(response, ...said('length'));
    expect((await talk().ask()).text).toBe('');
  });

  it.each([
    ['```markdown\nOpen at nine [1].\n```', 'Open at nine [1].'],
    ['\n```md\r\nOne.\r\n\r\nTwo.\r\n```\r\n', 'One.\r\n\r\nTwo.'],
    [
      '~~~~Markdown\nUse:\n\n~~~sh\nls\n~~~\n\n```\ncode\n```\nDone.\n~~~~',
      'Use:\n\n~~~sh\nls\n~~~\n\n```\ncode\n```\nDone.',
    ],
    ['```markdown\nA\n```\nAnd more.', 'A\nAnd more.'],
    ['```Markdown\nOpen at nine [1].```', 'Open at nine [1].'],
    ['```markdown title="answer.md"\nUse `ls` or ``a`b``.\n```', 'Use `ls` or ``a`b``.'],
    ['~~~md\nSee `code`', 'See `code`'],
    ['```markdown\nNever closed', 'Never closed'],
    ['```python\nprint(1)\n```', '```python\nprint(1)\n```'],
    ['```\nplain\n```', '```\nplain\n```'],
    ['Inline ``` and `markdown`', 'Inline ``` and `markdown`'],
    ['See:\n```markdown\n# Title\n```', 'See:\n```markdown\n# Title\n```'],
    ['<answer>\nOpen at nine [1].\n</answer>\n', 'Open at nine [1].'],
    ['<Final_Answer>Open <b>at nine</b>.</FINAL_ANSWER> [1]', 'Open <b>at nine</b>. [1]'],
    ['<think>Hm.</think>\n\n<answer>Open at nine', 'Open at nine'],
    ['The tag <answer>x</answer> stays.', 'The tag <answer>x</answer> stays.'],
    ['<article>x</article>', '<article>x</article>'],
  ])('what stands around the whole answer: %j', async (said, shown) => {
    for (const size of [1, 5, 1000]) {
      const pieces = said.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
      dialect.answer = (_, response) =>
        stream(
          response,
          ...events(...pieces.map((content) => chunk({ content })), chunk({}, 'stop'), '[DONE]'),
        );
      expect((await talk().ask()).text.trim(), `pieces of ${size}`).toBe(shown);
    }
  });

  it.each([
    [
      'analysisThe user asks for hours.assistantfinalThe library opens.',
      'The library opens.',
      'The user asks for hours.',
    ],
    ['<think time="3">Hm.</think>The library opens.', 'The library opens.', 'Hm.'],
    ["<Reasoning effort='low' n=2>Hm.</Reasoning>\nThe library opens.", 'The library opens.', 'Hm.'],
    ['<|begin_of_thought|>Hm.<|end_of_thought|>The library opens.', 'The library opens.', 'Hm.'],
    ['<|START_THINKING|>Hm.<|END_THINKING|>The library opens.', 'The library opens.', 'Hm.'],
    ['<|thinking|>Hm.<|/thinking|>The library opens.', 'The library opens.', 'Hm.'],
    ['<antThinking>Hm.</antThinking>The library opens.', 'The library opens.', 'Hm.'],
    ['<seed:think>Hm.</seed:think>The library opens.', 'The library opens.', 'Hm.'],
    [
      '<|start|>assistant<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>The library opens.<|return|>',
      'The library opens.',
      'Hm.',
    ],
    [
      '<|channel|>commentary<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>The library opens.',
      'The library opens.',
      'Hm.',
    ],
    ['analysis of the plan: fine', 'analysis of the plan: fine', ''],
    ['analysisTools is a package.', 'analysisTools is a package.', 'Tools is a package.'],
    ['a <thinker> and <b>', 'a <thinker> and <b>', ''],
    ['Thinking...\nHm.\n...done thinking.\n\nThe library opens.', 'The library opens.', 'Hm.\n'],
    ['**Thinking...**\nA *word*...\n**...done thinking.**\n\nIt opens.', 'It opens.', 'A *word*...\n'],
    ['Thinking... of you is free.', 'Thinking... of you is free.', ''],
    ['```think\nHm, `a`.\n```\nThe library opens.', 'The library opens.', 'Hm, `a`.'],
    ['```reasoning\r\nHm.\r\n\n```\r\nIt opens.', 'It opens.', 'Hm.\r\n'],
    ['```think\nnever closed', '```think\nnever closed', 'never closed'],
    ['```thinkpad\nls\n```', '```thinkpad\nls\n```', ''],
    ['<details type="reasoning" done="true">Hm.</details>\nThe library opens.', 'The library opens.', 'Hm.'],
    [
      '<details><summary>Hours</summary>Nine.</details>',
      '<details><summary>Hours</summary>Nine.</details>',
      '',
    ],
  ])('tags of reasoning: %j', async (said, text, reasoning) => {
    // The bare words of gpt-oss are one token each.
    for (const size of said.startsWith('analysis') ? [8, 1000] : [1, 7, 1000]) {
      const pieces = said.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
      dialect.answer = (_, response) =>
        stream(
          response,
          ...events(...pieces.map((content) => chunk({ content })), chunk({}, 'stop'), '[DONE]'),
        );
      expect(await talk().ask(), `pieces of ${size}`).toMatchObject({ text, reasoning });
    }
  });
});
